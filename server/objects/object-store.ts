import type { Readable, Writable } from 'node:stream'

/** A part of an object: its first and last byte, both included. */
export interface ByteRange {
  first: number
  last: number
}

/** An object that lies in the store: its size, and when it was put by the store's clock. */
export interface ListedObject {
  key: string
  bytes: number
  putAtMs: number
}

/** Objects of one page of a list. */
export const LISTED_AT_ONCE = 500

/** Where an object goes: as much of a response as is needed to know what it holds, and when it takes more. */
export type Sink = Pick<Writable, 'writableLength' | 'writableNeedDrain' | 'once'>

/**
 * Where pictures and recordings lie. Keys are paths of small letters, digits, `-`, `_`, `.` and `/`, such as `snapshots/2f/8a….jpg`;
 * their ending says what they hold. What is put is there as a whole or not at all.
 */
export interface ObjectStore {
  /**
   * A stream is read as fast as the store takes it, so that nothing large is held in memory; when it fails, nothing is put. `organizationId`: whose
   * object it is, in whose share it counts; null for what is paid for by itself.
   */
  put(key: string, content: Uint8Array | Readable, organizationId: string | null): Promise<void>
  /** Bytes of an object; `undefined` when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Reads an object, or a part of it. The stream fails when the object is gone. */
  read(key: string, range?: ByteRange): Readable
  /** Reads a part of an object for a response, to which alone it is to be piped: it costs less. */
  readFor(sink: Sink, key: string, part: ByteRange): Readable
  /**
   * The objects below a folder such as `snapshots`, in pages of at most `LISTED_AT_ONCE`, each read when it is asked for. What comes or goes meanwhile may be
   * among them.
   */
  list(folder: string): AsyncIterable<readonly ListedObject[]>
  /** Deletes objects; one that is not there counts as deleted. */
  delete(keys: readonly string[]): Promise<void>
}

/** The store does not do what it is asked now; the message says why, and no secrets. The next try may succeed. */
export class StoreUnavailable extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The object store cannot be used (${reason})`)
    this.reason = reason
  }
}

const KEY = /^(?!.*\.\.)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const KEY_LENGTH = 256

export function isObjectKey(key: string): boolean {
  return key.length <= KEY_LENGTH && KEY.test(key)
}

/** Throws when this is no key. */
export function requireObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error(`${key} is no key of an object`)
}
