import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'

export const OBJECTS_PATH = '/objects'
const KEY_NAME = 'object-links'
const KEY_BYTES = 32
/** A link is good for at least this long; it stays the same for as long again, so that browsers keep its picture. */
const LIFE_MS = 10 * 60_000

/**
 * Links to objects, each signed and good for 10 to 20 minutes: whoever was shown a picture can load it, and nobody can make a link.
 * They lead to the service whatever the store: pages may load pictures from the service alone (CSP), a bucket can stay closed to the
 * network, and a link stays the same for a while, so that browsers keep its picture. Presigned links of S3 do none of it.
 * The key is kept in the database, for every process of the service. `start` before the first link.
 */
export class ObjectLinks {
  readonly #db: Db
  readonly #now: Now
  #key: Buffer | undefined

  constructor(db: Db, now: Now) {
    this.#db = db
    this.#now = now
  }

  async start(): Promise<void> {
    const drawn = randomBytes(KEY_BYTES).toString('hex')
    await this.#db
      .insertInto('service_key')
      .values({ name: KEY_NAME, key_hex: drawn })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const kept = await this.#db.selectFrom('service_key').where('name', '=', KEY_NAME).select('key_hex').executeTakeFirstOrThrow()
    this.#key = Buffer.from(kept.key_hex, 'hex')
  }

  /**
   * Path and query of an object on this service. `lifeMs`: how long it must be good at least. `share`: the identifier of the share that it is opened
   * by; it is good no longer than that.
   */
  linkTo(key: string, lifeMs = LIFE_MS, share?: string): string {
    const untilMs = this.#now() + this.goodForMs(lifeMs)
    const by = share === undefined ? '' : `&share=${share}`
    return `${OBJECTS_PATH}/${key}?until=${untilMs}${by}&signature=${this.#sign(key, untilMs, share).toString('base64url')}`
  }

  /** How long a link that is made at this moment is good. */
  goodForMs(lifeMs = LIFE_MS): number {
    const nowMs = this.#now()
    return (Math.floor(nowMs / lifeMs) + 2) * lifeMs - nowMs
  }

  /** How long a link is still good, ms; 0 when it is not, or was not made here. */
  lifeOf(key: string, query: { until?: string; share?: string; signature?: string }): number {
    const untilMs = Number(query.until)
    if (!Number.isSafeInteger(untilMs) || query.signature === undefined) return 0
    const given = Buffer.from(query.signature, 'base64url')
    const right = this.#sign(key, untilMs, query.share)
    if (given.byteLength !== right.byteLength || !timingSafeEqual(given, right)) return 0
    return Math.max(0, untilMs - this.#now())
  }

  #sign(key: string, untilMs: number, share: string | undefined): Buffer {
    if (this.#key === undefined) throw new Error('The key of links is not loaded')
    return createHmac('sha256', this.#key)
      .update([untilMs, key, ...(share === undefined ? [] : [share])].join(' '))
      .digest()
  }
}
