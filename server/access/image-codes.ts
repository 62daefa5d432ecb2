import { randomInt } from 'node:crypto'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { randomId, sha256 } from '../runtime/secrets.ts'
import { drawImageCode } from './image-code-picture.ts'

const LIFE_MS = 5 * 60_000
const LENGTH = 4
/** Characters that nobody takes for another. */
const ALPHABET = 'ABCDEFGHJKMNPQRTUVWXYabcdefghjkmnpqrtuvwxy346789'

export type ImageCodeVerdict = 'right' | 'wrong' | 'expired'

/** Image codes: four characters in a picture, good once within five minutes; a wrong guess makes a code void. */
export class ImageCodes {
  readonly #db: Db
  readonly #now: Now

  constructor(db: Db, now: Now) {
    this.#db = db
    this.#now = now
  }

  /** `pngDataUrl` is the picture. */
  async create(): Promise<{ id: string; pngDataUrl: string }> {
    const text = drawText()
    const id = randomId()
    await this.#db
      .insertInto('image_code')
      .values({ id, code_sha256: hashOf(id, text), expires_at_ms: this.#now() + LIFE_MS })
      .execute()
    return { id, pngDataUrl: drawImageCode(text) }
  }

  /** Looks at a guess; a right one leaves the code in place. */
  async check(id: string, guess: string): Promise<ImageCodeVerdict> {
    const row = await this.#db.selectFrom('image_code').where('id', '=', id).selectAll().executeTakeFirst()
    if (row === undefined || row.expires_at_ms <= this.#now()) return 'expired'
    if (row.code_sha256 === hashOf(id, guess)) return 'right'
    await this.#take(id)
    return 'wrong'
  }

  /** Looks at a guess and uses the code up, whatever the guess. */
  async use(id: string, guess: string): Promise<ImageCodeVerdict> {
    const row = await this.#take(id)
    if (row === undefined || row.expires_at_ms <= this.#now()) return 'expired'
    return row.code_sha256 === hashOf(id, guess) ? 'right' : 'wrong'
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('image_code').where('expires_at_ms', '<=', this.#now()).execute()
  }

  async #take(id: string) {
    return this.#db.deleteFrom('image_code').where('id', '=', id).returningAll().executeTakeFirst()
  }
}

function drawText(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

function hashOf(id: string, text: string): string {
  return sha256(`${id} ${text.toLowerCase()}`)
}
