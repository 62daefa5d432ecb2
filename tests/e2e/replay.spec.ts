import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import type { ReplayOrder, SinkKind } from '#contract/media-api.ts'
import { loadClip } from '#tests/support/clip.ts'
import { DirectRelay } from '#tests/support/direct-relay.ts'
import { servePage } from '#tests/support/page-server.ts'
import { expect } from './support/expect.ts'
import { standingNumber } from './support/standing-number.ts'
import type { Lab } from './media-page/lab-api.ts'

declare const lab: Lab

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const caps = { stream: 'main' as const, codec: 'avc1.4d4016', width: 640, height: 360, fps: 15 }
const LOOP = clip.pictures.length

let served: Awaited<ReturnType<typeof servePage>>
let relay: DirectRelay
test.beforeAll(async () => {
  served = await servePage(join(import.meta.dirname, 'media-page'), 0)
  relay = new DirectRelay()
  await relay.listen()
  relay.add('CAM1', clip, caps)
})
test.afterAll(async () => {
  await relay.close()
  await served.close()
})

async function open(page: Page, sink?: SinkKind): Promise<void> {
  if (sink !== undefined) await page.addInitScript((kind) => localStorage.setItem('sightline.sink', kind), sink)
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.exposeFunction('labPreview', () => '')
  await page.exposeFunction('labStop', () => undefined)
  await page.goto(served.url)
  await page.evaluate(() => {
    lab.start(1)
    lab.show(0, 'CAM1')
  })
}

const order = (page: Page, ...wishes: ReplayOrder[]) =>
  page.evaluate((given) => {
    for (const wish of given) lab.replay(0, wish)
  }, wishes)
const stateOf = (page: Page) => page.evaluate(() => lab.replayState(0))
const readOf = (page: Page) => page.evaluate(() => lab.read(0))

/** Waits until so many different pictures were seen. */
async function seePictures(page: Page, count: number): Promise<void> {
  const seen = new Set<number | undefined>()
  await expect.poll(async () => seen.add(await readOf(page)).size, { intervals: [50] }).toBeGreaterThan(count)
}

/** The number of a key frame that stays on the screen. */
const standing = (page: Page) =>
  // The last live picture may be one, too, and stays a while before the other comes.
  standingNumber(() => readOf(page), { fits: (number) => clip.pictures[number]?.isKey === true, everyMs: 100 })

test('what was just seen is seen again, picture by picture and at any speed, and live is there at once', async ({ page }) => {
  await open(page)
  await seePictures(page, 20)
  const live = (await readOf(page)) ?? 0
  await order(page, { kind: 'begin' }, { kind: 'play', isPlaying: false })
  await expect.poll(async () => (await stateOf(page))?.isPlaying).toBe(false)
  const oldest = await standing(page)
  expect((live - oldest + LOOP) % LOOP).toBeGreaterThanOrEqual(15)

  const from = (await stateOf(page))?.fromMs ?? 0
  await order(page, { kind: 'step', pictures: 1 })
  await expect.poll(() => readOf(page)).toBe((oldest + 1) % LOOP)
  await order(page, { kind: 'step', pictures: 1 })
  await expect.poll(() => readOf(page)).toBe((oldest + 2) % LOOP)
  await order(page, { kind: 'step', pictures: -1 })
  await expect.poll(() => readOf(page)).toBe((oldest + 1) % LOOP)
  // Before the beginning is the beginning; pictures that came at one moment are as old as each other.
  await order(page, { kind: 'seek', atMs: from - 1_000 })
  await expect.poll(() => readOf(page)).toBe(oldest)
  const before = await stateOf(page)
  await expect.poll(async () => ((await stateOf(page))?.toMs ?? 0) - (before?.toMs ?? 0)).toBeGreaterThan(0)

  await order(page, { kind: 'speed', speed: 4 })
  await order(page, { kind: 'play', isPlaying: true })
  await expect.poll(() => stateOf(page)).toBeUndefined()
  await seePictures(page, 5)
  expect(new Set(await page.evaluate(() => lab.history(0)))).toEqual(new Set(['connecting', 'playing']))
})

test('where the browser shows pictures by MSE alone, they are seen again and gone through too', { tag: '@deep' }, async ({ page }) => {
  await open(page, 'mse')
  await expect.poll(() => page.evaluate(() => lab.stats(0)?.sink)).toBe('mse')
  await seePictures(page, 8)
  await order(page, { kind: 'begin' }, { kind: 'play', isPlaying: false })
  const oldest = await standing(page)
  const from = (await stateOf(page))?.fromMs ?? 0
  await order(page, { kind: 'step', pictures: 1 })
  await expect.poll(() => readOf(page)).toBe((oldest + 1) % LOOP)
  await order(page, { kind: 'seek', atMs: from - 1_000 })
  await expect.poll(() => readOf(page)).toBe(oldest)
  await order(page, { kind: 'end' })
  await expect.poll(() => stateOf(page)).toBeUndefined()
  await seePictures(page, 3)
  expect(new Set(await page.evaluate(() => lab.history(0)))).toEqual(new Set(['connecting', 'playing']))
})
