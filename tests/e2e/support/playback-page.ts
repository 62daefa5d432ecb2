import type { Locator, Page } from '@playwright/test'
import { counterOnScreen } from './pixels.ts'
import { standingNumber } from './standing-number.ts'
import { expect } from './test.ts'

/** Of the playback of these cameras, at a moment. */
export const addressOf = (sns: string[], atMs: number) => `/playback?cameras=${sns.map((sn) => `${sn}.0`).join(',')}&at=${atMs}`
/** The window of the camera of this name. */
export const windowOf = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`: ${name}, `) })
/** When the picture was taken that it shows. */
export const pictureMsOf = async (page: Page, name: string) => Number(await windowOf(page, name).getAttribute('data-picture-ms'))
/** A button that steers. */
export const button = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name, exact: true })

/** There is a picture of the moment. */
export async function expectPicture(page: Page, name: string): Promise<void> {
  await expect(windowOf(page, name)).toHaveAttribute('data-shows', 'picture')
}

/** Pauses, and waits until the picture on the screen is one. Answers with its number. */
export async function pausedAt(page: Page, name: string): Promise<number> {
  await button(page, 'Pause').click()
  await expect(button(page, 'Play')).toBeVisible()
  return numberOf(page, name)
}

/** The number of the picture that stands on the screen. */
export function numberOf(page: Page, name: string): Promise<number> {
  return standingNumber(() => counterOnScreen(page, windowOf(page, name)))
}

/** Presses of a key that zooms, each to half as much: from a day to less than a minute, and to ten seconds. */
const ZOOMS = { minute: 11, seconds: 13 }

/** Where the time line of the playback is pointed at, and what stands above it. */
interface PointedAt {
  slider: Locator
  preview: Locator
  /** When the picture was taken that is there. */
  previewMs(): Promise<number>
  headMs(): Promise<number>
  /** Points at what lies at this share of the line's width. Answers with where on the page that is. */
  pointAt(share: number): Promise<{ x: number; y: number }>
  /** The picture is the one of the moment that stands beside it: the camera counts on from picture to picture. */
  expectItsNumber(): Promise<void>
}

/** Pauses a camera that counts `fps` times a second up to `loop`, and zooms the time line by keys until single seconds can be pointed at. */
export async function pointing(
  page: Page,
  name: string,
  { fps, loop, zoomedTo }: { fps: number; loop: number; zoomedTo: keyof typeof ZOOMS },
): Promise<PointedAt> {
  // A line that glides to what was zoomed would be pointed at on its way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectPicture(page, name)
  const number = await pausedAt(page, name)
  const pictureMs = await pictureMsOf(page, name)
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const preview = page.locator('[data-preview-ms]')
  const previewMs = async () => Number(await preview.getAttribute('data-preview-ms'))
  const numberAt = (atMs: number) => (((number + Math.round(((atMs - pictureMs) * fps) / 1_000)) % loop) + loop) % loop
  for (let press = 0; press < ZOOMS[zoomedTo]; press++) await slider.press('+')
  return {
    slider,
    preview,
    previewMs,
    headMs: async () => Number(await slider.getAttribute('aria-valuenow')),
    pointAt: async (share) => {
      const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const place = { x: x + share * width, y: y + height / 2 }
      await page.mouse.move(place.x, place.y)
      return place
    },
    // Both are of one look: what was pointed at before may be there until the next.
    expectItsNumber: () =>
      expect
        .poll(
          async () => {
            const atMs = await previewMs()
            const counter = await counterOnScreen(page, preview)
            return counter === undefined || (await previewMs()) !== atMs ? undefined : counter - numberAt(atMs)
          },
          { intervals: [50] },
        )
        .toBe(0),
  }
}
