import { queryOptions } from '@tanstack/react-query'
import { recordedPartEstimate } from '#contract/calls/archive/recorded-part-estimate.ts'
import type { PartSource } from '#contract/core-api.ts'
import { creationResults, type CreationResult } from '#contract/plugin/download-task.ts'
import { ask } from '../core/ask.ts'
import { askCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { refreshDownloads } from './downloads.ts'

/** Has a part of a recording made into a file and downloaded, by the plugin or else by this browser. Throws `CallError`, not announced. */
async function downloadPart(part: PartSource): Promise<CreationResult> {
  const { result } = await askCore('createPartDownload', part)
  refreshDownloads()
  return result
}

/** A part for which nobody said where it lies. */
export type Part = Omit<PartSource, 'from'>

/** What came of several parts that were to be downloaded. */
export interface AskedParts {
  created: number
  duplicate: number
  failed: number
}

/** Has several parts downloaded, as `downloadPart` does each. */
export async function downloadParts(parts: readonly PartSource[]): Promise<AskedParts> {
  const asked: AskedParts = { created: 0, duplicate: 0, failed: 0 }
  for (const part of parts) {
    const result = await downloadPart(part)
    asked[result === creationResults.created ? 'created' : result === creationResults.duplicate ? 'duplicate' : 'failed'] += 1
  }
  return asked
}

/** The same of parts for which nobody said where they lie: the device's own recordings count, and those of the cloud where it has none. */
export async function downloadAround(parts: readonly Part[]): Promise<AskedParts> {
  const placed = parts.map(async (part) => {
    const { recordedMs } = await queryClient.fetchQuery(partEstimateQuery({ ...part, from: 'local' }))
    return { ...part, from: recordedMs === 0 ? ('cloud' as const) : ('local' as const) }
  })
  return downloadParts(await Promise.all(placed))
}

/** How much of a part was recorded, and about how large it becomes. */
export function partEstimateQuery({ sn, chlIndex, startMs, endMs, from }: Omit<PartSource, 'title'>) {
  const span = { sn, chlIndex, startMs, endMs, from }
  return queryOptions({ queryKey: ['recorded', 'estimate', span], queryFn: ask(recordedPartEstimate, span) })
}
