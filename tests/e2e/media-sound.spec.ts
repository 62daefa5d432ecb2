import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { BufferTarget } from 'mediabunny'
import { writePart } from '#server/video/archive/write-part.ts'
import { beepingSounds, film, SECONDS, shape, type Sound } from '#tests/support/beeping-film.ts'
import { BEEP_EVERY_PICTURES } from '#tests/support/beeps.ts'
import { loadClip } from '#tests/support/clip.ts'
import { deep } from '#tests/support/depth.ts'
import { DirectRelay } from '#tests/support/direct-relay.ts'
import { listenToFile } from '#tests/support/listen-to-file.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { servePage } from '#tests/support/page-server.ts'
import { aac } from '#tests/support/test-sound.ts'
import { expect } from './support/expect.ts'
import type { Lab } from './media-page/lab-api.ts'

declare const lab: Lab

/** What eyes and ears take for one moment. */
const IN_SYNC_MS = 80
/** Tones are two thirds of a second apart. */
const HALF_A_TURN_MS = 333
const SAME_LENGTH_MS = 100
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

test('a window is heard when somebody wants it, in the moment in which it is seen, and again after the line stood still', {
  tag: ['@alone', '@deep'],
}, async ({ page }) => {
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.goto(served.url)
  await page.evaluate(() => lab.start(1))
  await page.evaluate(() => lab.show(0, 'CAM1'))
  await expect.poll(() => page.evaluate(() => lab.soundOf(0))).toEqual({ source: 'there', isOn: false })
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

  // The past is heard as it was.
  await page.evaluate(() => lab.replay(0, { kind: 'begin' }))
  await expectInSync(page, Date.now())
  expect(await page.evaluate(() => lab.replayState(0)?.isPlaying)).toBe(true)

  await page.evaluate(() => lab.hear(0, false))
  await expect.poll(() => viewer?.isListening).toBe(false)
})

test('a recording of a muted window has the sound of its camera, in the moment in which it is seen', { tag: ['@alone', '@deep'] }, async ({
  page,
}) => {
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.goto(served.url)
  await page.evaluate(() => lab.start(1))
  await page.evaluate(() => lab.show(0, 'CAM1'))
  await expect.poll(() => page.evaluate(() => lab.state(0).kind)).toBe('playing')
  const { camera, viewers } = relay.stream('CAM1')
  const [viewer] = viewers
  await page.evaluate(() => lab.record(0))
  await expect.poll(() => viewer?.isListening).toBe(true)
  const enough = camera.count + 4 * BEEP_EVERY_PICTURES
  await expect.poll(() => camera.count, { intervals: [50] }).toBeGreaterThan(enough)
  await page.evaluate(() => lab.endRecord(0))
  await expect.poll(() => viewer?.isListening).toBe(false)
  expect(await page.evaluate(() => lab.soundOf(0).isOn)).toBe(false)
  for (const format of ['mp4', 'avi'] as const) {
    const file = Uint8Array.from(await page.evaluate((name) => lab.recorded(name), format))
    const [{ tonesMs, picturesMs, endMs }, numbers] = await Promise.all([listenToFile(file), numbersIn(file)])
    const flashes = picturesMs.filter((_, at) => (numbers[at] ?? 1) % BEEP_EVERY_PICTURES === 0)
    // The first tone had begun, perhaps, when its sound was asked for.
    const offMs = tonesMs.slice(1).map((toneMs) => Math.min(...flashes.map((flashMs) => Math.abs(toneMs - flashMs))))
    console.log(`In the ${format}: ${offMs.map((ms) => ms.toFixed(0)).join(', ')} ms; it ends ${JSON.stringify(endMs)}`)
    expect(offMs.length).toBeGreaterThan(0)
    expect(Math.max(...offMs)).toBeLessThan(IN_SYNC_MS)
    expect(Math.abs(endMs.sound - endMs.picture)).toBeLessThan(SAME_LENGTH_MS)
  }
})

test('cameras are heard that speak AAC or Opus', async ({ page }) => {
  await page.goto(served.url)
  const { frames } = aac()
  const inAac = { codec: 'aac', sampleRateHz: 16_000, channels: 1, description: 'FAg=' } as const
  const bytes = frames.slice(0, 30).map((frame) => [...frame])
  const inOpus = { codec: 'opus', sampleRateHz: 48_000, channels: 1 } as const
  const heard = [
    await page.evaluate(([format, list]) => lab.decode(format, list), [inAac, bytes] as const),
    await page.evaluate((format) => lab.decode(format), inOpus),
  ]
  expect(heard).toMatchObject([{ sampleRateHz: 16_000 }, { sampleRateHz: 48_000 }])
  for (const sound of heard) expect(sound === 'unsupported' ? 0 : sound.loudest).toBeGreaterThan(0.2)
  const file = await listenToFile(Uint8Array.from(await page.evaluate(() => lab.aviOfOpus())))
  expect(file).toMatchObject({ codec: 'pcm_s16le', tonesMs: [expect.any(Number)] })
})

async function* recordedFilm(sound: Sound) {
  for (const unit of film(sound)) yield { format: { ...shape, sound: sound.format }, unit }
  return undefined
}

test('a saved part is heard by the player of the browser itself, from cameras that speak G.711 or AAC', async ({ page }) => {
  await page.goto(served.url)
  const sounds = beepingSounds()
  for (const sound of [sounds.pcmu, ...deep([sounds.pcma], []), sounds.aac]) {
    const target = new BufferTarget()
    await writePart(target, recordedFilm(sound))
    const base64 = Buffer.from(new Uint8Array(target.buffer ?? [])).toString('base64')
    const played = await page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      const video = document.createElement('video')
      video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
      video.muted = true
      document.body.append(video)
      await video.play()
      while (video.currentTime < 1) await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      const decodedBytes = (video as HTMLVideoElement & { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount
      video.remove()
      const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer)
      const samples = decoded.getChannelData(0)
      const loudMs = Array.from(samples, (sample, at) => ({ sample, ms: at / 48 })).flatMap(({ sample, ms }) =>
        Math.abs(sample) > 0.2 ? [ms] : [],
      )
      return { decodedBytes, tonesMs: loudMs.filter((ms, at) => at === 0 || ms - (loudMs[at - 1] ?? 0) > 300), fault: video.error?.message }
    }, base64)
    expect(played.fault).toBeUndefined()
    expect(played.decodedBytes).toBeGreaterThan(0)
    expect(played.tonesMs).toHaveLength(SECONDS)
    for (const [second, ms] of played.tonesMs.entries()) expect(Math.abs(ms - second * 1000)).toBeLessThan(70)
  }
})

test('a browser without a sound card says so, and shows the picture', async ({ page }) => {
  await page.exposeFunction('labRelayAddress', () => relay.url('relay'))
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext'))
  await page.goto(served.url)
  await page.evaluate(() => lab.start(1))
  await page.evaluate(() => lab.show(0, 'CAM1'))
  await expect.poll(() => page.evaluate(() => lab.soundOf(0).source)).toBe('there')
  expect(await page.evaluate(() => lab.hear(0, true))).toBe('none')
  expect(await page.evaluate(() => lab.soundOf(0))).toEqual({ source: 'there', isOn: false })
  await expect.poll(() => page.evaluate(() => lab.state(0).kind)).toBe('playing')
})
