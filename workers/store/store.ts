import * as z from 'zod/mini'
import { layoutValue, type LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { Snapshot, StorageState } from '#contract/core-api.ts'
import { language } from '#contract/enums.ts'
import { downloadTask } from '#contract/plugin/download-task.ts'
import type { RecordPiece } from '#contract/record-piece.ts'
import { channelIndex } from '#contract/rules.ts'
import { Box, sealedBytes, sealKey } from './box.ts'
import { browserDownload, type BrowserDownloadRecord } from './browser-download.ts'
import { Connection } from './connection.ts'
import { bytes, mediaFile, recordPiece, type KeptMediaFile } from './media-file.ts'
import { outboxEntry, type OutboxEntry } from './outbox-entry.ts'
import { Revoked, revokedTokens } from './revoked.ts'
import type { TableName } from './schema.ts'
import { Seal } from './seal.ts'
import { sealLeftovers } from './seal-leftovers.ts'
import { Table, type StoreFaults } from './table.ts'

const keptAnswer = z.object({ data: z.unknown(), asOfMs: z.number() })
type KeptAnswer = z.output<typeof keptAnswer>

const snapshot = z.object({ sn: z.string(), chlIndex: channelIndex, takenAtMs: z.number(), picture: bytes })
const keptDownloads = z.object({ tasks: z.array(downloadTask), asOfMs: z.number() })
type KeptDownloads = z.output<typeof keptDownloads>
const draft = z.object({ key: z.string(), userId: z.string(), values: z.record(z.string(), z.string()), atMs: z.number() })
export type Draft = z.output<typeof draft>

/** What was chosen on this machine, by whoever it was: it outlives them (rule 4.10). */
const machineChoices = z.object({ language })

const MOST_ANSWERS = 300
const MOST_OPEN_ANSWERS = 50
const MOST_SNAPSHOTS = 200
const MOST_PICTURES = 100
const MOST_DRAFTS = 50

/** The session's own key: gone with the session. */
const SESSION_KEY = 'key'
/** Key of what outlives a session that ended against the person's will: changes not sent yet, and drafts. */
const UNSENT_KEY = 'unsent-key'
const REVOKED_KEY = 'revoked-key'

/** What the core keeps on this machine. */
export interface Store {
  readonly faults: StoreFaults
  readonly seal: Seal
  readonly revoked: Revoked
  readonly answers: Table<KeptAnswer>
  readonly openAnswers: Table<KeptAnswer>
  readonly snapshots: Table<Snapshot>
  readonly pictures: Table<Uint8Array<ArrayBuffer>>
  readonly walls: Table<LayoutValue>
  readonly snapFiles: Table<KeptMediaFile>
  readonly recordFiles: Table<KeptMediaFile>
  /** Too large to be read as a whole: by their names alone. */
  readonly recordPieces: Table<RecordPiece>
  readonly downloads: Table<KeptDownloads>
  readonly browserDownloads: Table<BrowserDownloadRecord>
  readonly outbox: Table<OutboxEntry>
  readonly drafts: Table<Draft>
  readonly machine: Table<z.output<typeof machineChoices>>
  readonly quarantine: Table<unknown>
  /** Seals what lies in files, as all that is the person's. */
  readonly fileBox: Pick<Box, 'key' | 'openBytes' | 'openWholeBytes' | 'openOldBytes'>
  /** How the storage is, in words of `StorageState`. */
  state(): StorageState
  onState(listener: () => void): void
  /** Hears when the storage is there again after it was not, or was cleared. */
  onRecovered(listener: () => void): void
  /** The person has read the notice about the storage. */
  acknowledge(): void
  /** Reads everything once, so that damaged records are set aside. */
  check(): Promise<void>
  /** Forgets what was kept for the person; what they have not sent yet too if they left of their own will: then their id is given. */
  forgetPerson(leaver: string | undefined): Promise<void>
}

/** Opens the store. Works from memory where the browser has no IndexedDB for us. */
export function openStore(): Store {
  const faults: StoreFaults = { corrupt: 0, refused: 0 }
  const connection = new Connection(async (database, migratedFrom) => {
    if (migratedFrom === 1) await sealLeftovers(database, SESSION_KEY)
  })
  /** What the service can tell again makes room for what it cannot. */
  const makeRoom = async () => {
    for (const table of [pictures, snapshots, answers, openAnswers]) await table.thin()
  }
  function table<T>(name: TableName, schema: z.ZodMiniType<T>, rules: { most?: number; box?: Box; isStrict?: boolean } = {}): Table<T> {
    return new Table<T>(connection, faults, makeRoom, { name, schema, ...rules })
  }

  const keys = table('seal', sealKey, { isStrict: true })
  const box = new Box(keys, SESSION_KEY)
  const unsentBox = new Box(keys, UNSENT_KEY)
  const revokedBox = new Box(keys, REVOKED_KEY)
  const answers = table('answers', keptAnswer, { most: MOST_ANSWERS, box })
  const openAnswers = table('openAnswers', keptAnswer, { most: MOST_OPEN_ANSWERS })
  const snapshots = table('snapshots', snapshot, { most: MOST_SNAPSHOTS, box })
  const pictures = table('pictures', bytes, { most: MOST_PICTURES, box })
  const walls = table('walls', layoutValue, { box, isStrict: true })
  // How many there are is for `MediaFiles` to see to: with an entry goes what was recorded.
  const snapFiles = table('snapFiles', mediaFile, { box })
  const recordFiles = table('recordFiles', mediaFile, { box })
  const recordPieces = table('recordPieces', recordPiece, { box })
  const downloads = table('downloads', keptDownloads, { box })
  const browserDownloads = table('browserDownloads', browserDownload, { box })
  const outbox = table('outbox', outboxEntry, { box: unsentBox, isStrict: true })
  const drafts = table('drafts', draft, { most: MOST_DRAFTS, box: unsentBox, isStrict: true })
  const machine = table('machine', machineChoices, { isStrict: true })
  const quarantine = table('quarantine', z.unknown())
  const personal = [answers, snapshots, pictures, walls, snapFiles, recordFiles, recordPieces, downloads, browserDownloads, quarantine]

  return {
    faults,
    seal: new Seal(box, table('seal', sealedBytes), table('seal', z.number())),
    revoked: new Revoked(revokedBox, table('seal', revokedTokens, { box: revokedBox })),
    answers,
    openAnswers,
    snapshots,
    pictures,
    walls,
    snapFiles,
    recordFiles,
    recordPieces,
    downloads,
    browserDownloads,
    outbox,
    drafts,
    machine,
    quarantine,
    fileBox: box,
    state: () => connection.state,
    onState: (listener) => connection.onState(listener),
    onRecovered: (listener) => connection.onRecovered(listener),
    acknowledge: () => connection.acknowledge(),
    async check() {
      const files = [snapFiles, recordFiles, downloads, browserDownloads]
      for (const one of [openAnswers, answers, walls, outbox, drafts, machine, ...files, snapshots, pictures]) await one.check()
    },
    async forgetPerson(leaver) {
      await Promise.all(personal.map((one) => one.clear()))
      if (leaver === undefined) return
      for (const { id, userId } of await outbox.list()) if (userId === leaver) await outbox.delete(id)
      for (const { key, userId } of await drafts.list()) if (userId === leaver) await drafts.delete(key)
      if ((await outbox.list()).length + (await drafts.list()).length === 0) await unsentBox.forgetKey()
    },
  }
}
