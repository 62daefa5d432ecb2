import * as z from 'zod/mini'
import { layoutValue, type LayoutValue } from '#contract/calls/config/user-config.ts'
import type { Snapshot } from '#contract/core-api.ts'
import { channelIndex } from '#contract/rules.ts'
import { openDatabase } from './database.ts'
import { Seal, sealedBytes, sealKey } from './seal.ts'
import { Table, type StoreFaults } from './table.ts'

const keptAnswer = z.object({ data: z.unknown(), asOfMs: z.number() })
type KeptAnswer = z.output<typeof keptAnswer>

const snapshot = z.object({
  sn: z.string(),
  chlIndex: channelIndex,
  takenAtMs: z.number(),
  picture: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
})

const MOST_ANSWERS = 300
const MOST_SNAPSHOTS = 200

/** What the core keeps on this machine. */
export interface Store {
  readonly faults: StoreFaults
  readonly seal: Seal
  readonly answers: Table<KeptAnswer>
  readonly snapshots: Table<Snapshot>
  readonly walls: Table<LayoutValue>
}

/** Opens the store. Works from memory where the browser has no IndexedDB for us. */
export function openStore(): Store {
  const database = openDatabase()
  const faults: StoreFaults = { corrupt: 0, refused: 0 }
  return {
    faults,
    seal: new Seal(
      new Table(database, faults, { name: 'seal', schema: sealKey }),
      new Table(database, faults, { name: 'seal', schema: sealedBytes }),
      new Table(database, faults, { name: 'seal', schema: z.number() }),
    ),
    answers: new Table(database, faults, { name: 'answers', schema: keptAnswer, most: MOST_ANSWERS }),
    snapshots: new Table(database, faults, { name: 'snapshots', schema: snapshot, most: MOST_SNAPSHOTS }),
    walls: new Table(database, faults, { name: 'walls', schema: layoutValue }),
  }
}
