import * as z from 'zod/mini'
import { person } from '#contract/calls/user/person.ts'
import type { Box, SealedBytes } from './box.ts'
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

const SESSION = 'session'
const ACTIVITY = 'activity'

/** No two records have the same initialization vector. */
function isSame(one: SealedBytes | undefined, other: SealedBytes): boolean {
  return one !== undefined && String(one.iv) === String(other.iv)
}

/** The session in IndexedDB, sealed. With its key goes everything else that was sealed for the person. */
export class Seal {
  readonly #box: Box
  readonly #sessions: Table<SealedBytes>
  readonly #times: Table<number>

  constructor(box: Box, sessions: Table<SealedBytes>, times: Table<number>) {
    this.#box = box
    this.#sessions = sessions
    this.#times = times
  }

  async read(): Promise<KeptSession | undefined> {
    const sealed = await this.#sessions.get(SESSION)
    if (sealed === undefined) return undefined
    try {
      const opened = await this.#box.open(sealed)
      return opened && keptSession.parse(opened.value)
    } catch {
      // Somebody has signed out and in again between its record and its key.
      if (!isSame(await this.#sessions.get(SESSION), sealed)) return this.read()
      // Sealed with another key, or by a build that kept something else.
      await this.#sessions.delete(SESSION)
      return undefined
    }
  }

  async write(session: KeptSession, nowMs: number): Promise<void> {
    await this.#sessions.put(SESSION, await this.#box.seal(session, nowMs), nowMs)
  }

  /** Forgets the session and the key that it was sealed with. */
  async clear(): Promise<void> {
    await Promise.all([this.#sessions.delete(SESSION), this.#box.forgetKey(), this.#times.delete(ACTIVITY)])
  }

  /** When the person last did something, epoch ms of the service's clock. */
  readActivity(): Promise<number | undefined> {
    return this.#times.get(ACTIVITY)
  }

  writeActivity(atMs: number): Promise<void> {
    return this.#times.put(ACTIVITY, atMs, atMs)
  }
}
