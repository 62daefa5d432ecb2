import * as z from 'zod/mini'
import { person } from '#contract/calls/user/person.ts'
import type { Table } from './table.ts'

/** A session as it is kept over restarts. Times in epoch ms. */
const keptSession = z.object({
  token: z.string(),
  sessionId: z.string(),
  /** By the service's clock. */
  expiresAtMs: z.number(),
  /** Service clock minus this machine's. */
  clockOffsetMs: z.number(),
  user: person,
})
export type KeptSession = z.output<typeof keptSession>

export const sealedBytes = z.object({
  iv: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  bytes: z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer),
})
export const sealKey = z.custom<CryptoKey>((value) => typeof CryptoKey === 'function' && value instanceof CryptoKey)

const KEY = 'key'
const SESSION = 'session'
const ACTIVITY = 'activity'
/** AES-GCM's own size of the initialization vector. */
const IV_BYTES = 12

/**
 * The session in IndexedDB, sealed with an AES-GCM key that cannot be taken out of this browser profile: a copy of the
 * database's files alone opens nothing.
 */
export class Seal {
  readonly #keys: Table<CryptoKey>
  readonly #sessions: Table<z.output<typeof sealedBytes>>
  readonly #times: Table<number>

  constructor(keys: Table<CryptoKey>, sessions: Table<z.output<typeof sealedBytes>>, times: Table<number>) {
    this.#keys = keys
    this.#sessions = sessions
    this.#times = times
  }

  async read(): Promise<KeptSession | undefined> {
    const [key, sealed] = await Promise.all([this.#keys.get(KEY), this.#sessions.get(SESSION)])
    if (key === undefined || sealed === undefined) return undefined
    try {
      const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes)
      return keptSession.parse(JSON.parse(new TextDecoder().decode(bytes)))
    } catch {
      // Sealed with another key, or by a build that kept something else.
      await this.#sessions.delete(SESSION)
      return undefined
    }
  }

  async write(session: KeptSession, nowMs: number): Promise<void> {
    const key = await this.#key(nowMs)
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(session)))
    await this.#sessions.put(SESSION, { iv, bytes }, nowMs)
  }

  /** Forgets the session and the key that it was sealed with. */
  async clear(): Promise<void> {
    await Promise.all([this.#sessions.delete(SESSION), this.#keys.delete(KEY), this.#times.delete(ACTIVITY)])
  }

  /** When the person last did something, epoch ms of this machine. */
  readActivity(): Promise<number | undefined> {
    return this.#times.get(ACTIVITY)
  }

  writeActivity(atMs: number): Promise<void> {
    return this.#times.put(ACTIVITY, atMs, atMs)
  }

  async #key(nowMs: number): Promise<CryptoKey> {
    const kept = await this.#keys.get(KEY)
    if (kept !== undefined) return kept
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await this.#keys.put(KEY, key, nowMs)
    return key
  }
}
