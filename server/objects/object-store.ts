import type { Readable } from 'node:stream'

/** A part of an object: its first and last byte, both included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Where pictures and recordings lie. Keys are paths of small letters, digits, `-`, `_`, `.` and `/`, such as `snapshots/2f/8a….jpg`;
 * their ending says what they hold. What is put is there as a whole or not at all.
 */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Bytes of an object; `undefined` when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Reads an object, or a part of it. The stream fails when the object is gone. */
  read(key: string, range?: ByteRange): Readable
  /** Deletes objects; one that is not there counts as deleted. */
  delete(keys: readonly string[]): Promise<void>
}

const KEY = /^(?!.*\.\.)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const KEY_LENGTH = 256

export function isObjectKey(key: string): boolean {
  return key.length <= KEY_LENGTH && KEY.test(key)
}
