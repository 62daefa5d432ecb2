import type { DBSchema, IDBPDatabase, StoreNames } from 'idb'

/** Every record carries when it was written, so that a table can be bounded by age. */
interface Kept {
  atMs: number
  value: unknown
}

interface KeptTable {
  key: string
  value: Kept
  indexes: { atMs: number }
}

export interface Schema extends DBSchema {
  /** The session, sealed, and the keys that open what is sealed. */
  seal: KeptTable
  /** Last answers of calls to the person, sealed. */
  answers: KeptTable
  /** Last answers of calls that everybody gets answered alike, such as the branding. */
  openAnswers: KeptTable
  /** The last picture of each channel, sealed. */
  snapshots: KeptTable
  /** Pictures of the last events and alarms, sealed. */
  pictures: KeptTable
  /** The wall as each person left it, sealed. */
  walls: KeptTable
  /** Entries of the last pictures and recordings that the person took, sealed. */
  snapFiles: KeptTable
  recordFiles: KeptTable
  /** What was recorded, in pieces of some seconds, sealed. */
  recordPieces: KeptTable
  /** Each person's download tasks as the plugin told them last, sealed. */
  downloads: KeptTable
  /** What this browser downloads itself, sealed. The bytes are files (`download-files.ts`). */
  browserDownloads: KeptTable
  /** Changes that wait for the network, and forms half filled in: sealed with a key that an expired session leaves alone. */
  outbox: KeptTable
  drafts: KeptTable
  /** What was chosen on this machine, by whoever it was. */
  machine: KeptTable
  /** Records that could not be read as what they should be, as they were found. */
  quarantine: KeptTable
}

export type TableName = StoreNames<Schema>
export type Database = IDBPDatabase<Schema>
