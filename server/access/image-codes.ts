import { createCanvas, loadImage } from '@napi-rs/canvas'
import svgCaptcha from 'svg-captcha'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { randomId, sha256 } from '../runtime/secrets.ts'

const LIFE_MS = 5 * 60_000
const LENGTH = 4
const WIDTH = 132
const HEIGHT = 44
/** Drawn finer than shown, for sharp screens. */
const SCALE = 2

export type ImageCodeVerdict = 'right' | 'wrong' | 'expired'

/** Image codes: four characters in a picture, good once within five minutes; a wrong guess makes a code void. */
export class ImageCodes {
  readonly #db: Db
  readonly #now: Now

  constructor(db: Db, now: Now) {
    this.#db = db
    this.#now = now
  }

  /** `pngDataUrl` is the picture. The characters are paths of the drawing library's own font: no system font is needed. */
  async create(): Promise<{ id: string; pngDataUrl: string }> {
    const { text, data } = svgCaptcha.create({
      size: LENGTH,
      ignoreChars: '0oO1iIlL5sS2zZ',
      noise: 2,
      color: true,
      background: '#f1f4f8',
      width: WIDTH,
      height: HEIGHT,
    })
    const id = randomId()
    await this.#db
      .insertInto('image_code')
      .values({ id, code_sha256: hashOf(id, text), expires_at_ms: this.#now() + LIFE_MS })
      .execute()
    const canvas = createCanvas(WIDTH * SCALE, HEIGHT * SCALE)
    canvas.getContext('2d').drawImage(await loadImage(Buffer.from(data)), 0, 0, WIDTH * SCALE, HEIGHT * SCALE)
    return { id, pngDataUrl: `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}` }
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

function hashOf(id: string, text: string): string {
  return sha256(`${id} ${text.toLowerCase()}`)
}
