import type { Locator, Page } from '@playwright/test'
import { readCounter } from '#tests/support/read-counter.ts'

/** What a page has of its own for this. */
interface Counting {
  readCounter: typeof readCounter
  notedCounters: Noted[]
}

/** A counter that was read, and how many pictures the browser had brought to the screen by then. */
interface Noted {
  counter: number
  presented: number
}

/** Lets a page read the counters of pictures; to be called before it is opened. */
export async function teachCounting(page: Page): Promise<void> {
  await page.addInitScript({ content: `globalThis.readCounter = ${readCounter.toString()}` })
}

/** The same for a page that is open. */
export async function teachCountingNow(page: Page): Promise<void> {
  await page.evaluate(`globalThis.readCounter = ${readCounter.toString()}`)
}

/** Notes from now on each counter that the video of a window brings to the screen; begins with the one that is there. */
export async function noteCounters(window: Locator): Promise<void> {
  await window.locator('video').evaluate((element: HTMLVideoElement) => {
    const [width, height] = [192, 108]
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    const noted: Noted[] = []
    const counting = globalThis as unknown as Counting
    counting.notedCounters = noted
    const note = (presented: number) => {
      if (counting.notedCounters !== noted) return
      context?.drawImage(element, 0, 0, width, height)
      const picture = context?.getImageData(0, 0, width, height).data
      const counter = picture && counting.readCounter(picture, width, height)
      const last = noted.at(-1)
      if (counter !== undefined && counter === last?.counter) last.presented = presented
      else if (counter !== undefined) noted.push({ counter, presented })
      element.requestVideoFrameCallback((_, { presentedFrames }) => note(presentedFrames))
    }
    note(0)
  })
}

/** What was noted since `noteCounters`, in the order in which it was seen. */
export async function notedCounters(page: Page): Promise<number[]> {
  return (await noted(page)).map(({ counter }) => counter)
}

function noted(page: Page): Promise<Noted[]> {
  return page.evaluate(() => (globalThis as unknown as Counting).notedCounters)
}

/** So many pictures in a row may have come to the screen without having been read. */
const MOST_UNREAD = 2

/**
 * What came to the screen after the first picture, of a camera that counts up to `loop`. A page that is busy reads some pictures too late: one or
 * two between those that were read came as well if the browser has brought as many to the screen. Most have to be read all the same.
 */
export async function shownCounters(page: Page, way: 1 | -1, loop: number): Promise<number[]> {
  const [, ...rest] = await noted(page)
  const shown = rest.flatMap(({ counter, presented }, index) => {
    const last = rest[index - 1]
    if (last === undefined) return [counter]
    const steps = (way * (counter - last.counter) + loop) % loop
    const isWhole = steps <= MOST_UNREAD + 1 && presented - last.presented === steps
    return isWhole ? Array.from({ length: steps }, (_, step) => (last.counter + way * (step + 1) + loop) % loop) : [counter]
  })
  if (rest.length * 2 < shown.length) throw new Error(`Of ${shown.length} pictures that came to the screen only ${rest.length} were read.`)
  return shown
}
