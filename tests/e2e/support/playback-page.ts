import type { Page } from '@playwright/test'
import { counterOnScreen } from './pixels.ts'
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
export async function numberOf(page: Page, name: string): Promise<number> {
  let before: number | undefined
  let times = 0
  await expect
    .poll(
      async () => {
        const last = before
        before = await counterOnScreen(page, windowOf(page, name))
        times = before !== undefined && before === last ? times + 1 : 0
        return times
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(3)
  return before ?? Number.NaN
}
