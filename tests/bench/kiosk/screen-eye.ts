import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { CDPSession, Page } from 'playwright'
import { contrastIn } from '#tests/support/contrast.ts'
import { readCounter } from '#tests/support/read-counter.ts'
import type { TestCamera } from '#tests/support/test-camera.ts'

/** Of what is neither a picture nor words the brightness is the same everywhere, but for what coding adds. */
const LEAST_CONTRAST = 6
/** The name of the camera stands at the foot of a window: it is no picture. */
const INNER = 0.8

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** What a window says of itself. */
interface Told {
  window: number
  told: string
  place: Place
  /** Since when it says, without a break, that it is live, with a picture that was filmed since the time that was asked for; epoch ms. */
  liveMs: number | undefined
}

interface SeenWindow {
  window: number
  /** It has neither a picture nor words. */
  isBlank: boolean
  /** It says that its picture is on its way. */
  isConnecting: boolean
  /** It looks live before and after the picture was taken. */
  looksLive: boolean
  /** Of the picture in it by its camera's clock; nothing where no picture can be read. */
  ageMs: number | undefined
  /** Since when it has said so, with a picture of after the time that was asked for; nothing where it does not. */
  liveMs: number | undefined
}

/** What a page that is seen says; its windows, and which it is, are not known where words stand over it. */
interface Answer {
  windows: Told[]
  hasWords: boolean
  page: string | undefined
}

export interface SeenScreen {
  atMs: number
  windows: SeenWindow[]
  /** The page does not answer, and words over it say so. */
  hasWords: boolean
  /** Nothing at all is on it. */
  isDark: boolean
  /** Of the page that is seen: the mark of its release, why it began, and when; nothing where none answers. */
  page: string | undefined
  /** Its successor is being loaded behind it, or a release waits that will have one: its service worker is there beside that of the page, and has memory of its own. */
  hasSuccessor: boolean
}

/** Looks at the pixels of a viewing station, as somebody in front of it does. */
export class ScreenEye {
  readonly #page: Page
  readonly #session: CDPSession
  readonly #cameras: readonly TestCamera[]

  private constructor(page: Page, session: CDPSession, cameras: readonly TestCamera[]) {
    this.#page = page
    this.#session = session
    this.#cameras = cameras
  }

  /** `cameras`: by the windows that they stand in. */
  static async open(page: Page, cameras: readonly TestCamera[]): Promise<ScreenEye> {
    return new ScreenEye(page, await page.context().newCDPSession(page), cameras)
  }

  /** `sinceMs`: of which time pictures are waited for, epoch ms. */
  async look(sinceMs = Number.NEGATIVE_INFINITY): Promise<SeenScreen> {
    const before = await this.#told(sinceMs)
    const { data } = await this.#session.send('Page.captureScreenshot', { format: 'jpeg', quality: 90 })
    // The picture was taken before this: an age that is counted until now is too great rather than too small.
    const atMs = Date.now()
    const after = await this.#told(sinceMs)
    const picture = await loadImage(Buffer.from(data, 'base64'))
    const canvas = createCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')
    context.drawImage(picture, 0, 0)
    const windows = before.windows.map(({ window, told, place, liveMs }): SeenWindow => {
      const stillLive = after.windows.some((one) => one.window === window && one.told === 'live')
      const { data: pixels } = context.getImageData(place.x, place.y, place.width, place.height)
      const counter = readCounter(pixels, place.width, place.height)
      return {
        window,
        isBlank: contrastIn(context, inner(place)) < LEAST_CONTRAST,
        isConnecting: told === 'connecting',
        looksLive: told === 'live' && stillLive,
        ageMs: counter === undefined ? undefined : this.#cameras[window]?.ageMs(counter, atMs),
        liveMs,
      }
    })
    const isDark = contrastIn(context, { x: 0, y: 0, width: picture.width, height: picture.height }) < LEAST_CONTRAST
    return {
      atMs,
      windows,
      hasWords: before.hasWords || after.hasWords,
      isDark,
      page: before.page ?? after.page,
      hasSuccessor: await this.#hasSuccessor(),
    }
  }

  /** What the page that is seen says, in whichever process it is; nothing where there is none, or it does not answer. */
  async #told(sinceMs: number): Promise<Answer> {
    // The frame may just have given its place to the next one.
    return (
      (await this.#asked(sinceMs)) ?? (await this.#asked(sinceMs)) ?? { windows: [], hasWords: await this.#hasWords(), page: undefined }
    )
  }

  async #asked(sinceMs: number): Promise<Answer | undefined> {
    if (await this.#hasWords()) return { windows: [], hasWords: true, page: undefined }
    const element = await this.#page.$('iframe[data-shown]')
    const frame = await element?.contentFrame()
    await element?.dispose()
    const answer = await frame?.evaluate(readTold, sinceMs).catch(() => undefined)
    return answer && { ...answer, hasWords: false }
  }

  async #hasSuccessor(): Promise<boolean> {
    return (await this.#page.locator('iframe').count()) > 1 || (await this.#page.evaluate(hasWaitingRelease).catch(() => false))
  }

  async #hasWords(): Promise<boolean> {
    return (await this.#page.locator('main').count()) > 0
  }
}

function inner({ x, y, width, height }: Place): Place {
  const [left, top] = [Math.round((width * (1 - INNER)) / 2), Math.round((height * (1 - INNER)) / 2)]
  return { x: x + left, y: y + top, width: width - 2 * left, height: height - 2 * top }
}

/** Runs in the page that stays. */
async function hasWaitingRelease(): Promise<boolean> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  return registrations.some(({ installing, waiting }) => installing !== null || waiting !== null)
}

/** Runs in the page of the screen. From its first time on it notes all that the windows say: a look takes some tenths of a second. */
function readTold(sinceMs: number): { windows: Told[]; page: string } {
  const kept = globalThis as { said?: Map<string, { atMs: number; told: string; ageMs: number }[]> }
  if (kept.said === undefined) {
    const said = (kept.said = new Map())
    const note = (records: MutationRecord[]) => {
      for (const { window = '', told = '', age } of records.map(({ target }) => (target as HTMLElement).dataset)) {
        const all = said.get(window) ?? []
        // In place: what is thrown away here is memory of the page that is measured.
        all.push({ atMs: Date.now(), told, ageMs: Number(age ?? Number.NaN) })
        if (all.length > 500) all.splice(0, 250)
        said.set(window, all)
      }
    }
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['data-told', 'data-age'] })
  }
  const { said } = kept
  const liveMsOf = (window: string) => {
    const all = said.get(window) ?? []
    const isLive = ({ atMs, told, ageMs }: (typeof all)[number]) => told === 'live' && atMs - ageMs >= sinceMs
    return all[all.findLastIndex((one) => !isLive(one)) + 1]?.atMs
  }
  const windows = [...document.querySelectorAll<HTMLElement>('[data-window]')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const place = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
    const { window = '', told = '' } = element.dataset
    return { window: Number(window), told, place, liveMs: liveMsOf(window) }
  })
  const script = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  const release = /-(r\d+)\.js$/.exec(script)?.[1] ?? ''
  const why = new URLSearchParams(location.search).get('start') ?? ''
  return { windows, page: `${release} ${why} ${Math.round(performance.timeOrigin)}` }
}
