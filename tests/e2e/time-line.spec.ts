import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { servePage } from '#tests/support/page-server.ts'
import { expect } from './support/expect.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { labBounds, type Lab, type LabWish } from './time-line-page/lab-api.ts'

declare const lab: Lab

/** 24 November 2026, 14:05:30 in Berlin. */
const atMs = Date.UTC(2026, 10, 24, 13, 5, 30)
const wish: LabWish = {
  lanes: 4,
  segments: 4_000,
  events: 900,
  zone: 'Europe/Berlin',
  language: 'en-US',
  atMs,
  form: 'full',
  hasPreview: true,
}

let served: Awaited<ReturnType<typeof servePage>>
test.beforeAll(async () => {
  served = await servePage(join(import.meta.dirname, 'time-line-page'), 0, { hasComponents: true })
})
test.afterAll(() => served.close())

const line = (page: Page) => page.getByRole('slider', { name: 'Time' })
const told = (page: Page) => page.evaluate(() => lab.told())
const lastSeek = async (page: Page) => (await told(page)).seeks.at(-1)
const boxOf = async (page: Page) => (await line(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** The line is drawn anew with the next frame, and what hangs on the pointer with it. */
const nextFrame = (page: Page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

async function show(page: Page, changes: Partial<LabWish> = {}): Promise<void> {
  await page.goto(served.url)
  await page.evaluate((given) => lab.show(given), { ...wish, ...changes })
  await expect(line(page)).toBeVisible()
}

test.use({ timezoneId: 'Europe/Berlin' })

test('the time line is sound in both themes, wide and narrow, and its pictures are there to be looked at', { tag: '@deep' }, async ({
  page,
}) => {
  await show(page)
  await expectSoundEverywhere(page, 'time line')
  await show(page, { lanes: 16, segments: 16_000, language: 'zh-CN', zone: 'Asia/Kathmandu' })
  await expectSoundEverywhere(page, 'time line of sixteen')
  const { x, y, width } = await boxOf(page)
  await page.mouse.move(x + width * 0.6, y + 120)
  for (let times = 0; times < 8; times += 1) await page.mouse.wheel(0, -400)
  await look(page, 'time-line-near')
  for (let times = 0; times < 20; times += 1) await page.mouse.wheel(0, 400)
  await look(page, 'time-line-far')
})

test('all of it is done with keys, and a screen reader hears the date, the time and what is recorded', async ({ page }) => {
  await show(page)
  await line(page).focus()
  await expect(line(page)).toHaveAttribute('aria-valuetext', /^Tuesday, November 24, 2026, 14:05:30/)
  const presses: [key: string, byMs: number][] = [
    ['ArrowRight', 1_000],
    ['ArrowLeft', 0],
    ['Shift+ArrowRight', 10_000],
    ['Shift+ArrowLeft', 0],
    ['PageUp', 8_640_000],
    ['PageDown', 0],
  ]
  for (const [key, byMs] of presses) {
    await page.keyboard.press(key)
    await expect.poll(() => lastSeek(page), key).toBe(atMs + byMs)
  }
  await page.keyboard.press('[')
  await page.keyboard.press('n')
  await expect.poll(() => lastSeek(page)).toBeGreaterThan(atMs)
  const next = (await lastSeek(page)) ?? 0
  await page.keyboard.press(']')
  await expect.poll(async () => (await told(page)).part).toEqual({ fromMs: atMs, toMs: next })
  await look(page, 'time-line-part')
  await page.keyboard.press('p')
  await expect.poll(() => lastSeek(page)).toBeLessThan(next)
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('End')
  await expect.poll(() => lastSeek(page)).toBe(labBounds.toMs)
  await expect(line(page)).toHaveAttribute('aria-valuetext', /nothing recorded from here on$/)
  await page.keyboard.press('Home')
  await expect.poll(() => lastSeek(page)).toBe(labBounds.fromMs)
  await expect(line(page)).toHaveAttribute('aria-valuenow', String(labBounds.fromMs))
})

test('where the clocks of the viewer show another time than those of the site, it stands beside that', { tag: '@deep' }, async ({
  page,
}) => {
  await show(page, { zone: 'Asia/Kathmandu' })
  await expect(line(page)).toHaveAttribute('aria-valuetext', /18:50:30, 14:05:30 your time/)
  await expect(page.locator('[data-side="0"]')).toHaveText(/18:50:30.*14:05:30 your time/)
  await expect(page.getByText(/^Nepal.*; below, .*Europe/)).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Go to a time' })
  await field.fill('18:51')
  await field.press('Enter')
  expect(await lastSeek(page)).toBe(atMs + 30_000)
  // Where they show the same there is nothing to be said.
  await show(page, { zone: 'Europe/Amsterdam' })
  await expect(line(page)).toHaveAttribute('aria-valuetext', /14:05:30/)
  await expect(page.getByText(/your time|; below, /)).toHaveCount(0)
})

test('a time is typed, and what is none is told in a sentence', { tag: '@deep' }, async ({ page }) => {
  await show(page)
  const field = page.getByRole('textbox', { name: 'Go to a time' })
  await field.fill('nonsense')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toContainText('That is no time')
  await look(page, 'time-line-refused')
  await field.fill('2026-11-03 08:15')
  await field.press('Enter')
  expect(await lastSeek(page)).toBe(Date.UTC(2026, 10, 3, 7, 15))
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(field).toHaveValue('')
})

test('a press seeks, the playhead is dragged, the line is moved and the wheel zooms where the pointer is', async ({ page }) => {
  await show(page, { events: 0, segments: 4 })
  const { x, y, width, height } = await boxOf(page)
  const lanes = y + height - 20
  await page.mouse.click(x + width / 4, lanes)
  // A day is seen around the playhead at first.
  const seconds = (ms = 0) => Math.round(ms / 1000)
  const pxMs = 86_400_000 / width
  await expect.poll(async () => Math.abs(((await lastSeek(page)) ?? 0) - (atMs - 21_600_000))).toBeLessThan(2 * pxMs)

  // The moment under the pointer stays, whatever the wheel does.
  await page.mouse.move(x + width * 0.7, lanes)
  const underPointer = page.locator('[data-shown="true"] b')
  await nextFrame(page)
  const before = await underPointer.textContent()
  for (const by of [-300, -300, 200, 150]) await page.mouse.wheel(0, by)
  await expect.poll(async () => (await underPointer.textContent())?.slice(0, 5)).toBe(before?.slice(0, 5))

  // On the ruler the playhead comes to the pointer and goes along with it; the newest moment is told.
  const before2 = (await told(page)).scrubs.length
  const soughtBefore = (await told(page)).seeks.length
  await page.mouse.move(x + width * 0.2, y + 30)
  await page.mouse.down()
  expect((await told(page)).seeks).toHaveLength(soughtBefore + 1)
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(x + width * (0.2 + step / 50), y + 30)
  await expect.poll(async () => (await told(page)).scrubs.length).toBeGreaterThan(before2)
  await look(page, 'time-line-scrub')
  const ledTo = await underPointer.textContent()
  await page.mouse.up()
  await nextFrame(page)
  expect(await underPointer.textContent(), 'the picture above the pointer stays where the hand has let go').toBe(ledTo)
  const { seeks, scrubs } = await told(page)
  expect(seeks).toHaveLength(soughtBefore + 2)
  expect(seconds(scrubs.at(-1))).toBe(seconds(seeks.at(-1)))

  // Dragging the lanes moves the line: no seek.
  const count = seeks.length
  await page.mouse.move(x + width * 0.9, lanes)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.1, lanes, { steps: 5 })
  await page.mouse.up()
  expect((await told(page)).seeks).toHaveLength(count)
})

test('the playhead that was left behind shows its time at the edge, leads back, and takes the line along while it plays', {
  tag: '@deep',
}, async ({ page }) => {
  await show(page)
  const { x, y, width, height } = await boxOf(page)
  await page.mouse.move(x + width / 2, y + height - 20)
  await page.mouse.wheel(width * 3, 0)
  const chip = page.locator('[data-side="-1"]')
  await expect(chip).toContainText('14:05:30')
  await chip.click()
  await expect(chip).toHaveCount(0)
  await page.evaluate((at) => lab.play(at), atMs + 20 * 3_600_000)
  await expect(page.locator('[data-side="0"]')).toContainText('10:05:30')
})

test('a playhead in a hand whose line goes away is led back to where it was', { tag: '@deep' }, async ({ page }) => {
  await show(page)
  const { x, y, width } = await boxOf(page)
  await page.mouse.move(x + width * 0.2, y + 30)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.4, y + 30)
  await expect.poll(async () => (await told(page)).scrubs.length).toBeGreaterThan(0)
  await page.evaluate((given) => lab.show(given), wish)
  await expect.poll(async () => (await told(page)).seeks).toEqual([atMs])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  /** Fingers at this height of the page, so far from the left of the line. */
  async function fingers(page: Page, y: number) {
    const session = await page.context().newCDPSession(page)
    const { x } = await boxOf(page)
    return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...px: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: px.map((at, id) => ({ x: x + at, y, id })) })
  }

  test('a finger on the ruler that turns out to be the first of two leaves the playhead where it was', { tag: '@deep' }, async ({
    page,
  }) => {
    await show(page)
    const { y, width } = await boxOf(page)
    const touch = await fingers(page, y + 30)
    await touch('touchStart', width * 0.3)
    await touch('touchStart', width * 0.3, width * 0.6)
    await touch('touchEnd')
    expect(await told(page)).toMatchObject({ seeks: [], scrubs: [] })
    await touch('touchStart', width * 0.2)
    await touch('touchMove', width * 0.4)
    await expect.poll(async () => (await told(page)).scrubs.length).toBeGreaterThan(0)
    await touch('touchStart', width * 0.4, width * 0.7)
    await touch('touchEnd')
    await nextFrame(page)
    expect((await told(page)).seeks).toEqual([atMs])
    await expect(line(page)).toHaveAttribute('aria-valuenow', String(atMs))
    await touch('touchStart', width * 0.6)
    await touch('touchEnd')
    await expect.poll(async () => (await told(page)).seeks.length).toBe(2)
  })

  test('two fingers zoom, one moves the line, and a tap seeks', { tag: '@deep' }, async ({ page }) => {
    await show(page)
    const { y, width, height } = await boxOf(page)
    const touch = await fingers(page, y + height - 40)
    await touch('touchStart', width * 0.2)
    await touch('touchMove', width * 0.5)
    await touch('touchEnd')
    expect((await told(page)).seeks).toEqual([])
    await touch('touchStart', width * 0.45, width * 0.55)
    for (const apart of [0.1, 0.2, 0.3, 0.4]) await touch('touchMove', width * (0.5 - apart), width * (0.5 + apart))
    await touch('touchEnd')
    expect((await told(page)).seeks).toEqual([])
    await look(page, 'time-line-pinched')
    await touch('touchStart', width * 0.3)
    await touch('touchEnd')
    await expect.poll(async () => (await told(page)).seeks.length).toBe(1)
    // Eight times nearer: what is left of the middle by a fifth of the width is less than an hour before it.
    const seek = (await lastSeek(page)) ?? 0
    expect(Math.abs(seek - (atMs - 0.3 * 86_400_000))).toBeLessThan(2 * 3_600_000)
  })
})
