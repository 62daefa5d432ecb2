import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { loadClip } from '#tests/support/clip.ts'
import { DirectRelay } from '#tests/support/direct-relay.ts'
import { servePage } from '#tests/support/page-server.ts'
import { deep } from '#tests/support/depth.ts'
import { expect } from './support/expect.ts'
import { keptPicturesBytes } from './support/kept-pictures.ts'
import type { Lab } from './media-page/lab-api.ts'

declare const lab: Lab

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const caps = { stream: 'main' as const, codec: 'avc1.4d4016', width: 640, height: 360, fps: 15 }
const JPEG = [0xff, 0xd8, 0xff]

let served: Awaited<ReturnType<typeof servePage>>
let relay: DirectRelay
test.beforeAll(async () => {
  served = await servePage(join(import.meta.dirname, 'media-page'), 0)
})
test.afterAll(() => served.close())
test.beforeEach(async () => {
  relay = new DirectRelay()
  await relay.listen()
  for (const sn of ['CAM1', 'CAM2']) relay.add(sn, clip, caps)
})
test.afterEach(() => relay.close())

async function open(page: Page, windows: number, sink?: string): Promise<void> {
  if (sink !== undefined) await page.addInitScript((kind) => localStorage.setItem('sightline.sink', kind), sink)
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.exposeFunction('labPreview', (winIndex: number, sn: string) => {
    relay.preview(winIndex, sn)
    return relay.url('plugin')
  })
  await page.exposeFunction('labStop', (winIndex: number) => relay.stopPreview(winIndex))
  await page.goto(served.url)
  await page.evaluate((count) => lab.start(count), windows)
}

const show = (page: Page, window: number, sn: string) => page.evaluate(([at, name]) => lab.show(at, name), [window, sn] as const)
const stateOf = (page: Page, window: number) => page.evaluate((at) => lab.state(at).kind, window)
const readOf = (page: Page, window: number) => page.evaluate((at) => lab.read(at), window)
const sourceOf = (page: Page, window: number) => page.evaluate((at) => lab.stats(at)?.source, window)

async function expectState(page: Page, window: number, kind: string): Promise<void> {
  await expect.poll(() => stateOf(page, window)).toBe(kind)
}

/** The counter moves on, as read from the pixels. */
async function expectMoving(page: Page, window: number): Promise<void> {
  const seen = new Set<number>()
  await expect
    .poll(async () => {
      const counter = await readOf(page, window)
      if (counter !== undefined) seen.add(counter)
      return seen.size
    })
    .toBeGreaterThan(3)
}

for (const sink of deep(['generator', 'canvas', 'mse'], ['generator'])) {
  test(`shows moving pictures by ${sink}, and keeps snapshots of them`, async ({ page }) => {
    await open(page, 1, sink)
    await show(page, 0, 'CAM1')
    await expectState(page, 0, 'playing')
    await expectMoving(page, 0)
    await expect.poll(() => page.evaluate(() => lab.stats(0)?.sink)).toBe(sink)
    await expect.poll(() => page.evaluate(() => lab.stats(0)?.fps ?? 0)).toBeGreaterThan(12)
    await expect.poll(() => page.evaluate(() => lab.lastSnapshotHead())).toEqual(JPEG)
  })

  test(`takes the picture off a window that is cleared, by ${sink}`, { tag: '@deep' }, async ({ page }) => {
    await open(page, 1, sink)
    await show(page, 0, 'CAM1')
    await expectMoving(page, 0)
    await page.evaluate(() => lab.clear(0))
    await expectState(page, 0, 'empty')
    await expect.poll(() => readOf(page, 0)).toBeUndefined()
  })
}

test('paints a picture after the other, and leaves none of them in the memory of the browser', async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectState(page, 0, 'playing')
  const counters = await page.evaluate(() => lab.paint(0, 20))
  expect(counters).not.toContain(undefined)
  expect(new Set(counters).size).toBeGreaterThan(15)
  const pictureBytes = caps.width * caps.height * 4
  expect(await keptPicturesBytes(page)).toBeLessThan(pictureBytes)
  await page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => document.createElement('canvas').getContext('2d')?.drawImage(video, 0, 0))
  expect(await keptPicturesBytes(page), 'what the browser keeps is told').toBeGreaterThanOrEqual(pictureBytes)
})

/** Notes from now on by how much the time rises that the window's element tells of its pictures, ms. Answers with the way to read them. */
async function noteSteps(page: Page): Promise<() => Promise<number[]>> {
  const steps = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
    const noted: number[] = []
    const note = (lastS: number) =>
      video.requestVideoFrameCallback((_, { mediaTime }) => {
        noted.push((mediaTime - lastS) * 1_000)
        note(mediaTime)
      })
    video.requestVideoFrameCallback((_, { mediaTime }) => note(mediaTime))
    return noted
  })
  return () => steps.jsonValue()
}

test('asks for the full rate of the screen, however few pictures the camera films', async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectMoving(page, 0)
  // The browser draws a page as often as its videos need it by these times. A picture that was overtaken has left its step to the next one.
  const steps = await noteSteps(page)
  const shortest = async () => Math.min(...(await steps()))
  await expect.poll(shortest).toBeLessThan(25)
  expect(await shortest()).toBeGreaterThan(15)
})

test('calls a stream stalled that stops coming, keeps its picture, and goes on by itself', { tag: '@deep' }, async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectMoving(page, 0)
  relay.stream('CAM1').camera.stall()
  await expectState(page, 0, 'stalled')
  expect(await readOf(page, 0)).toBeDefined()
  const state = await page.evaluate(() => lab.state(0))
  expect(Date.now() - (state.kind === 'stalled' ? state.sinceMs : 0)).toBeGreaterThanOrEqual(2_900)
  relay.stream('CAM1').camera.resume()
  await expectState(page, 0, 'playing')
})

test('keeps its line, and whoever shares it, where the only camera pauses, and has another one soon where the line is dead', async ({
  page,
}) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectState(page, 0, 'playing')
  relay.stream('CAM1').camera.stall()
  await expectState(page, 0, 'stalled')
  relay.stream('CAM1').camera.resume()
  await expectState(page, 0, 'playing')
  expect(relay.opened.relay).toBe(1)

  relay.leaveDead('relay')
  await expectState(page, 0, 'stalled')
  await expectState(page, 0, 'playing')
  expect(relay.opened.relay).toBe(2)
})

test('says the fault that the source names, and plays when it is over', { tag: '@deep' }, async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectState(page, 0, 'playing')
  relay.stream('CAM1').camera.stall()
  relay.stream('CAM1').fail('offline')
  await expectState(page, 0, 'failed')
  expect(await page.evaluate(() => lab.state(0))).toMatchObject({ kind: 'failed', fault: 'offline' })
  relay.stream('CAM1').camera.resume()
  await expectState(page, 0, 'playing')
})

test('refuses a codec that the browser cannot decode, and shows the other windows', { tag: '@deep' }, async ({ page }) => {
  relay.add('HEVC', clip, { ...caps, codec: 'hvc1.1.6.L93.B0' })
  await open(page, 4)
  await show(page, 0, 'HEVC')
  await show(page, 1, 'CAM1')
  await expectState(page, 0, 'failed')
  expect(await page.evaluate(() => lab.state(0))).toMatchObject({ fault: 'unsupported-codec' })
  await expectMoving(page, 1)
})

test('survives damaged units in one window without a trace in another', { tag: '@deep' }, async ({ page }) => {
  await open(page, 4)
  await show(page, 0, 'CAM1')
  await show(page, 1, 'CAM2')
  await expectMoving(page, 0)
  await expectMoving(page, 1)
  relay.stream('CAM1').damaged = 40
  await expect.poll(() => relay.stream('CAM1').damaged).toBe(0)
  await expectMoving(page, 0)
  await expectState(page, 0, 'playing')
  expect(await page.evaluate(() => lab.history(1))).toEqual(['connecting', 'playing'])
  const { framesDropped = Number.NaN, framesTooMany = Number.NaN } = (await page.evaluate(() => lab.stats(1))) ?? {}
  expect(framesDropped - framesTooMany).toBe(0)
})

test('connects again when the socket is cut', { tag: '@deep' }, async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectMoving(page, 0)
  relay.isRefusing = true
  relay.cut('relay')
  await expectState(page, 0, 'stalled')
  relay.isRefusing = false
  await expectState(page, 0, 'playing')
  await expectMoving(page, 0)
})

test('stops when the page is hidden, and comes back with it', { tag: '@deep' }, async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectMoving(page, 0)
  const kept = () => page.evaluate(() => lab.snapshots().length)
  await expect.poll(kept).toBe(1)
  await page.evaluate(() => lab.setHidden(true))
  await expectState(page, 0, 'paused')
  await expect.poll(() => relay.stream('CAM1').viewers.size).toBe(0)
  await expect.poll(kept).toBe(2)
  await page.evaluate(() => lab.setHidden(false))
  await expectState(page, 0, 'playing')
  await expectMoving(page, 0)
})

test('goes to the plugin when it comes and back to the relay when it goes, and never shows less than a picture', async ({ page }) => {
  await open(page, 4)
  await show(page, 0, 'CAM1')
  await show(page, 1, 'CAM2')
  await expectMoving(page, 0)
  await expectMoving(page, 1)
  await page.evaluate(() => lab.setPlugin(true))
  await expect.poll(() => sourceOf(page, 0)).toBe('plugin')
  await expect.poll(() => sourceOf(page, 1)).toBe('plugin')
  await expect.poll(() => relay.stream('CAM1').viewers.size).toBe(1)
  await page.evaluate(() => lab.setPlugin(false))
  relay.cut('plugin')
  await expect.poll(() => sourceOf(page, 0)).toBe('relay')
  await expectMoving(page, 0)
  await expectMoving(page, 1)
  for (const window of [0, 1]) expect(await page.evaluate((at) => lab.history(at), window)).toEqual(['connecting', 'playing'])
})

test('takes the relay at once when the plugin does not deliver', { tag: '@deep' }, async ({ page }) => {
  await open(page, 1)
  await page.evaluate(() => lab.setPlugin(true))
  await show(page, 0, 'CAM1')
  await expect.poll(() => sourceOf(page, 0)).toBe('plugin')
  relay.stream('CAM1').fail('lost')
  await expect.poll(() => sourceOf(page, 0)).toBe('relay')
  await expectMoving(page, 0)
})

test('stops calling a picture live when the plugin fails and the relay cannot be reached', { tag: '@deep' }, async ({ page }) => {
  await open(page, 1)
  await page.evaluate(() => lab.setPlugin(true))
  await show(page, 0, 'CAM1')
  await expect.poll(() => sourceOf(page, 0)).toBe('plugin')
  relay.isRefusing = true
  relay.stream('CAM1').camera.stall()
  relay.stream('CAM1').fail('lost')
  await expectState(page, 0, 'stalled')
  expect(await readOf(page, 0)).toBeDefined()
  relay.stream('CAM1').camera.resume()
  relay.isRefusing = false
  await expectState(page, 0, 'playing')
})

test('changes cameras without showing the one before', async ({ page }) => {
  await open(page, 1)
  await show(page, 0, 'CAM1')
  await expectMoving(page, 0)
  relay.stream('CAM2').camera.stall()
  relay.add('DARK', clip, caps).stall()
  await show(page, 0, 'DARK')
  await expectState(page, 0, 'connecting')
  expect(await readOf(page, 0)).toBeUndefined()
  await show(page, 0, 'CAM1')
  await expectState(page, 0, 'playing')
})

/** Lets a minute pass, and says whether the core was told that somebody watches. */
async function isWatching(page: Page): Promise<boolean> {
  const before = await page.evaluate(() => lab.activities())
  await page.clock.fastForward(60_000)
  return (await page.evaluate(() => lab.activities())) > before
}

test('live video counts as activity while it plays, and in a cut network while it is expected back', { tag: '@deep' }, async ({ page }) => {
  await page.clock.install()
  await open(page, 4)
  expect(await isWatching(page)).toBe(false)
  await show(page, 0, 'CAM1')
  await expectState(page, 0, 'playing')
  expect(await isWatching(page)).toBe(true)

  // The network goes right after a camera was opened, and the picture before anybody knows that it went.
  await page.evaluate(() => lab.clear(0))
  await show(page, 1, 'CAM2')
  await expectState(page, 1, 'playing')
  relay.isRefusing = true
  relay.cut('relay')
  await expectState(page, 1, 'stalled')
  await page.evaluate(() => lab.setReachable(false))
  for (let minutes = 0; minutes < 3; minutes += 1) expect(await isWatching(page)).toBe(true)
  await page.evaluate(() => lab.setHidden(true))
  expect(await isWatching(page)).toBe(false)
  await page.evaluate(() => lab.setHidden(false))
  expect(await isWatching(page)).toBe(true)
  await page.evaluate(() => lab.clear(1))
  expect(await isWatching(page)).toBe(false)
})

test('a camera that is away, or one that never showed a picture, is no activity', { tag: '@deep' }, async ({ page }) => {
  await page.clock.install()
  await open(page, 4)
  await show(page, 0, 'CAM1')
  await expectState(page, 0, 'playing')
  relay.stream('CAM1').camera.stall()
  relay.stream('CAM1').fail('offline')
  await expectState(page, 0, 'failed')
  expect(await isWatching(page)).toBe(false)
  relay.isRefusing = true
  relay.cut('relay')
  await page.evaluate(() => lab.setReachable(false))
  await show(page, 1, 'CAM2')
  expect(await isWatching(page)).toBe(false)
})
