import type { Locator, Page } from '@playwright/test'
import { readCounter } from '#tests/support/read-counter.ts'

/** What a page has of its own for this. */
interface Counting {
  readCounter: typeof readCounter
  notedCounters: number[]
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
    const noted: number[] = []
    const counting = globalThis as unknown as Counting
    counting.notedCounters = noted
    const note = () => {
      if (counting.notedCounters !== noted) return
      context?.drawImage(element, 0, 0, width, height)
      const picture = context?.getImageData(0, 0, width, height).data
      const counter = picture && counting.readCounter(picture, width, height)
      if (counter !== undefined && counter !== noted.at(-1)) noted.push(counter)
      element.requestVideoFrameCallback(note)
    }
    note()
  })
}

/** What was noted since `noteCounters`, in the order in which it was seen. */
export function notedCounters(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as Counting).notedCounters)
}
