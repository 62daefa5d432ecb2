import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { BEEP_EVERY_PICTURES } from '#tests/support/beeps.ts'
import { loadClip } from '#tests/support/clip.ts'
import { DirectRelay } from '#tests/support/direct-relay.ts'
import { servePage } from '#tests/support/page-server.ts'
import { aac } from '#tests/support/test-sound.ts'
import type { Lab } from './media-page/lab-api.ts'

declare const lab: Lab

/** What eyes and ears take for one moment. */
const IN_SYNC_MS = 80
/** Tones are two thirds of a second apart. */
const HALF_A_TURN_MS = 333
const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const caps = { stream: 'main' as const, codec: 'avc1.4d4016', width: 640, height: 360, fps: 15 }

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

/** By how much each tone since then was heard after its picture was shown, ms. A tone whose picture nobody saw says nothing. */
async function leads(page: Page, sinceMs: number): Promise<number[]> {
  const { shown, heard } = await page.evaluate(() => lab.noted())
  const flashes = shown.filter(({ counter }) => counter % BEEP_EVERY_PICTURES === 0)
  return heard
    .filter((atMs) => atMs > sinceMs)
    .map((atMs) => Math.min(...flashes.map((flash) => Math.abs(atMs - flash.atMs))))
    .filter((lead) => lead < HALF_A_TURN_MS)
}

/** The middle one of the last three, as soon as there are so many. */
async function expectInSync(page: Page, sinceMs: number): Promise<void> {
  const middle = async () => (await leads(page, sinceMs)).slice(-3).toSorted((a, b) => a - b)
  await expect
    .poll(
      async () => {
        const last = await middle()
        return last.length === 3 ? last[1] : Number.NaN
      },
      { intervals: [250] },
    )
    .toBeLessThan(IN_SYNC_MS)
  const { outputLatencyMs } = await page.evaluate(() => lab.noted())
  const all = (await leads(page, sinceMs)).map((ms) => ms.toFixed(0)).join(', ')
  console.log(`Between picture and sound: ${all} ms (the sound card holds back ${outputLatencyMs.toFixed(0)} ms)`)
}

test('a window is heard when somebody wants it, in the moment in which it is seen, and again after the line stood still', async ({
  page,
}) => {
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.goto(served.url)
  await page.evaluate(() => lab.start(1))
  await page.evaluate(() => lab.show(0, 'CAM1'))
  await expect.poll(() => page.evaluate(() => lab.soundOf(0))).toEqual({ source: 'there', isOn: false, isRefused: false })
  const [viewer] = relay.stream('CAM1').viewers
  expect(viewer?.isListening).toBeUndefined()

  await page.mouse.click(200, 200)
  await page.evaluate(() => lab.hear(0, true))
  await page.evaluate(() => lab.watchAndListen(0))
  await expectInSync(page, 0)

  const { camera } = relay.stream('CAM1')
  camera.stall()
  await expect.poll(() => page.evaluate(() => lab.state(0).kind)).toBe('stalled')
  camera.resume()
  await expectInSync(page, Date.now())

  await page.evaluate(() => lab.hear(0, false))
  await expect.poll(() => viewer?.isListening).toBe(false)
})

test('cameras are heard that speak AAC or Opus', async ({ page }) => {
  await page.goto(served.url)
  const { frames } = await aac()
  const inAac = { codec: 'aac', sampleRateHz: 16_000, channels: 1, description: 'FAg=' } as const
  const bytes = frames.slice(0, 30).map((frame) => [...frame])
  const inOpus = { codec: 'opus', sampleRateHz: 48_000, channels: 1 } as const
  const heard = [
    await page.evaluate(([format, list]) => lab.decode(format, list), [inAac, bytes] as const),
    await page.evaluate((format) => lab.decode(format), inOpus),
  ]
  expect(heard).toMatchObject([{ sampleRateHz: 16_000 }, { sampleRateHz: 48_000 }])
  for (const sound of heard) expect(sound === 'unsupported' ? 0 : sound.loudest).toBeGreaterThan(0.2)
})

test('a browser without a sound card says so, and shows the picture', async ({ page }) => {
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext'))
  await page.goto(served.url)
  await page.evaluate(() => lab.start(1))
  await page.evaluate(() => lab.show(0, 'CAM1'))
  await expect.poll(() => page.evaluate(() => lab.soundOf(0).source)).toBe('there')
  await page.evaluate(() => lab.hear(0, true))
  expect(await page.evaluate(() => lab.soundOf(0))).toEqual({ source: 'there', isOn: false, isRefused: true })
  await expect.poll(() => page.evaluate(() => lab.state(0).kind)).toBe('playing')
})
