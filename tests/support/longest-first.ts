import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their size tells, the longest first. */
const long = [
  'rights',
  'fuzz',
  'launch',
  'bridge-recording',
  'core-browser-downloads',
  'plugin-program',
  'rtsp',
  'bridge-cameras',
  'redaction',
  'plugin-playback',
  'core-renewal',
  'start',
  'dev',
  'demonstration',
  'postgres-nodes',
  'core-push',
  'archive',
  'cloud-storage',
  'bridge',
  'simulator-ptz',
  'simulator-commands',
  'catalogs',
  'recorder',
  'follow-area',
  'sheet',
]

/** Begins with the long files, so that none of them runs at the end with nothing beside it. Any other comes where Vitest puts it, by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.indexOf(basename(moduleId, '.test.ts'))
      return place === -1 ? long.length : place
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's: the sequencer's own
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
