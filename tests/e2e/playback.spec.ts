import type { Page } from '@playwright/test'
import { expectSound } from './support/axe.ts'
import { counterOnScreen } from './support/pixels.ts'
import { clip, FPS, test } from './support/recorded.ts'
import { expect } from './support/test.ts'

const PICTURE_MS = 1000 / FPS
const LOOP = clip.pictures.length
const CAMERAS = ['Yard', 'Gate', 'Dock', 'Ramp'] as const

test.use({ serviceWorkers: 'block' })

const addressOf = (sns: string[], atMs: number) => `/playback?cameras=${sns.map((sn) => `${sn}.0`).join(',')}&at=${atMs}`
const windowOf = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`: ${name}, `) })
const pictureMsOf = async (page: Page, name: string) => Number(await windowOf(page, name).getAttribute('data-picture-ms'))
const button = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name, exact: true })

async function expectPicture(page: Page, name: string): Promise<void> {
  await expect(windowOf(page, name)).toHaveAttribute('data-shows', 'picture')
}

/** Pauses, and waits until the picture on the screen is one. Answers with its number. */
async function pausedAt(page: Page, name: string): Promise<number> {
  await button(page, 'Pause').click()
  await expect(button(page, 'Play')).toBeVisible()
  return numberOf(page, name)
}

async function numberOf(page: Page, name: string): Promise<number> {
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

/** The pictures come in their order, each before the last one, so far back. */
async function expectBackwards(page: Page, name: string, byMs: number): Promise<void> {
  const seen: number[] = []
  await expect
    .poll(async () => {
      const atMs = await pictureMsOf(page, name)
      if (atMs !== seen.at(-1)) seen.push(atMs)
      return (seen[0] ?? 0) - atMs
    })
    .toBeGreaterThan(byMs)
  for (const [index, atMs] of seen.slice(1).entries()) expect(atMs).toBeLessThan((seen[index] ?? 0) + 1_000)
}

test('four recorded cameras play one moment together, which is the moment that the time line says; backwards and faster too', async ({
  people,
  recorded,
}) => {
  const { startMs, snOf, ageMs } = recorded
  const page = await people.enter(addressOf(CAMERAS.map(snOf), startMs + 3_000))
  for (const name of CAMERAS) await expectPicture(page, name)
  // They go on: each shows a later picture.
  const before = await pictureMsOf(page, 'Yard')
  await expect.poll(() => pictureMsOf(page, 'Yard')).toBeGreaterThan(before + 1_000)
  await pausedAt(page, 'Yard')
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const atMs = Number(await slider.getAttribute('aria-valuenow'))
  for (const name of CAMERAS) {
    await expect.poll(async () => Math.abs((await pictureMsOf(page, name)) - atMs)).toBeLessThan(100)
    const number = await numberOf(page, name)
    // The very picture that this camera filmed then, by its own count.
    const filmedMs = Date.now() - (ageMs(name, number) ?? 0)
    const apartMs = Math.abs(filmedMs - atMs) % (LOOP * PICTURE_MS)
    expect(Math.min(apartMs, LOOP * PICTURE_MS - apartMs)).toBeLessThan(400)
  }
  await expectSound(page, 'playback')

  await button(page, 'Play').click()
  await button(page, 'Backwards').click()
  await expectBackwards(page, 'Yard', 1_500)
  await button(page, 'Backwards').click()
  await page.getByLabel('Speed').selectOption('4×')
  const slower = await pictureMsOf(page, 'Yard')
  await expect.poll(() => pictureMsOf(page, 'Yard')).toBeGreaterThan(slower + 2_000)
})

test('of two cameras one is heard and one enlarged; the calendar leads to what a day has first, and a window to the live wall', async ({
  people,
  recorded,
}) => {
  const { startMs, firstMs, snOf } = recorded
  const page = await people.enter(addressOf([snOf('Yard'), snOf('Gate')], startMs + 5_000))
  for (const name of ['Yard', 'Gate']) await expectPicture(page, name)
  await button(page, 'Pause').click()
  const sound = (name: string) => windowOf(page, name).getByRole('button', { name: 'Sound' })
  for (const [one, other] of [
    ['Yard', 'Gate'],
    ['Gate', 'Yard'],
  ] as const) {
    await sound(one).click()
    await expect(sound(one)).toHaveAttribute('aria-pressed', 'true')
    await expect(sound(other)).toHaveAttribute('aria-pressed', 'false')
  }

  /** How many times as wide as its window a picture is drawn. */
  const timesOf = async (name: string) => {
    const [window, picture] = await Promise.all([
      windowOf(page, name).boundingBox(),
      windowOf(page, name).locator('video, canvas').boundingBox(),
    ])
    return Math.round(((picture?.width ?? 0) / (window?.width ?? 1)) * 10) / 10
  }
  const leftOf = async (name: string) => (await windowOf(page, name).locator('video, canvas').boundingBox())?.x ?? 0
  await windowOf(page, 'Gate').locator('[data-scale]').hover()
  await page.mouse.wheel(0, -200)
  await expect.poll(() => timesOf('Gate')).toBeGreaterThan(1.4)
  await page.keyboard.press('0')
  await expect.poll(() => timesOf('Gate')).toBe(1)
  await page.keyboard.press('+')
  await expect.poll(() => timesOf('Gate')).toBe(1.5)
  const left = await leftOf('Gate')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => leftOf('Gate')).toBeLessThan(left)
  // Two presses of a button are no wish for the full screen.
  await windowOf(page, 'Gate').getByRole('button', { name: 'Larger' }).dblclick()
  await expect.poll(() => timesOf('Gate')).toBe(3.4)
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  expect(await timesOf('Yard')).toBe(1)
  await expectSound(page, 'playback, enlarged')

  await page.getByLabel('Day', { exact: true }).click()
  await page.getByRole('button', { name: /, Recorded$/ }).click()
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  await expect.poll(async () => Math.abs(Number(await slider.getAttribute('aria-valuenow')) - firstMs)).toBeLessThan(1_000)
  await expectPicture(page, 'Yard')

  await windowOf(page, 'Gate').focus()
  await windowOf(page, 'Gate').getByRole('button', { name: 'Open on the live wall' }).click()
  await expect(page.getByRole('group', { name: /: Gate, Live$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/live/)
  await expect(page).not.toHaveURL(/camera=/)
})

test('a recording is stepped through picture by picture, on and back, and none is missing', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.startMs + 2_000))
  await expectPicture(page, 'Yard')
  let number = await pausedAt(page, 'Yard')
  for (const [name, way, times] of [
    ['One picture on', 1, 20],
    // Over the begin of a group of pictures, which are decoded from their own begin.
    ['One picture back', -1, 40],
  ] as const) {
    for (let step = 0; step < times; step++) {
      await button(page, name).click()
      const next = (number + way + LOOP) % LOOP
      await expect.poll(() => counterOnScreen(page, windowOf(page, 'Yard')), { intervals: [20] }).toBe(next)
      number = next
    }
  }
})

test('the picture follows the playhead while it is dragged, and a time that is typed is gone to', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.startMs + 2_000))
  await expectPicture(page, 'Yard')
  await pausedAt(page, 'Yard')
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  await slider.focus()
  for (let press = 0; press < 14; press++) await page.keyboard.press('+')
  const before = await pictureMsOf(page, 'Yard')
  const box = await slider.boundingBox()
  if (box === null) throw new Error('There is no time line.')
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.move(x + 160, y, { steps: 8 })
  await expect.poll(() => pictureMsOf(page, 'Yard')).not.toBe(before)
  await page.mouse.up()
  await expectPicture(page, 'Yard')
})

test('before anything was recorded the page says so, and gaps are skipped by themselves', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.firstMs - 60_000))
  await expect(windowOf(page, 'Yard')).toHaveAttribute('data-shows', 'picture', { timeout: 30_000 })
  expect(await pictureMsOf(page, 'Yard')).toBeGreaterThanOrEqual(recorded.firstMs - 2_000)
  await page.getByLabel('Skip gaps').uncheck()
  for (let leap = 0; leap < 3; leap++) await button(page, '10 seconds back').click()
  await expect(page.getByText('Nothing was recorded at this time.')).toBeVisible()
})
