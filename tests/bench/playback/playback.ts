import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { signIn } from '#tests/e2e/support/sign-in.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import { readCounter } from '#tests/support/read-counter.ts'
import { Stack } from '#tests/support/stack.ts'
import type { TestCamera } from '#tests/support/test-camera.ts'
import { BenchBrowser } from '../live/browser.ts'
import { clips, type ClipName } from '../live/clips.ts'
import { quantile } from '../live/figures.ts'
import { servePeers } from './peer-server.ts'
import { watchPictures, type PictureWatch } from './picture-watch.ts'

declare const pictureWatch: PictureWatch
declare const openHls: () => Promise<number>
declare const openMp4: () => Promise<number>
declare const seek: (atS: number) => void

const RECORDED_MS = 45_000
const LOOKED_AT = { width: 240, height: 135 }
/** Presses of a key that zooms from a day to some tens of seconds. */
const ZOOMS = 11
/** Each movement goes over a key frame at least. */
const LEAST_MOVE = 0.15
const SYNC_EVERY_MS = 250
/** What a picture counts that does not come: so long it is waited for. */
const NEVER_MS = 1_000

const stages: { name: string; clip: ClipName; count: number }[] = [
  { name: '1 × 360p15', clip: '360p15', count: 1 },
  { name: '4 × 720p25', clip: '720p25', count: 4 },
]

/**
 * `npm run bench -- playback [--seeks=40]`: how long it takes from a press on the time line to the picture of that moment in all windows, and from a
 * movement of the playhead that is dragged to the next picture, and from one of the pointer to the picture above it; how far apart four cameras are while they play. Beside it the same pictures by
 * hls.js and as one MP4 with Range in `<video>`.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seeks: { type: 'string', default: '40' } } })
  const seeks = Number(values.seeks)
  const stack = await Stack.start(['bridge'])
  const cameras = stages.flatMap(({ clip, count }) =>
    Array.from({ length: count }, (_, index) => ({ path: `/${clip}-${index}`, clip: clips[clip].clip, fps: clips[clip].caps.fps })),
  )
  console.log(`${cameras.length} cameras are recorded for ${RECORDED_MS / 1000} s; load average ${loadavg()[0]?.toFixed(1)}`)
  const recorded = await recordCameras(stack, cameras, RECORDED_MS)
  const browser = await BenchBrowser.launch()
  const figures: Record<string, number> = {}
  try {
    let first = 0
    for (const { name, clip, count } of stages) {
      const suffix = count === 1 ? '' : `_${count}`
      const page = await watchedPage(browser)
      const sns = recorded.sns.slice(first, first + count)
      const own = cameras.slice(first, first + count).map(({ path }) => recorded.rtsp.camera(path))
      first += count
      const at = recorded.startMs + RECORDED_MS / 2
      await signIn(page, stack, { path: `/playback?cameras=${sns.map((sn) => `${sn}.0`).join(',')}&at=${at}` })
      await page.waitForFunction((wanted) => document.querySelectorAll('[data-shows="picture"]').length === wanted, count)
      if (count > 1) figures['sync_p95_ms'] = round(quantile(await apart(page, own), 0.95))
      const line = await pausedLine(page, recorded.startMs)
      const times = await seekTimes(page, line, seeks)
      const scrubs = await scrubTimes(page, line, seeks)
      const previews = await previewTimes(page, line, seeks)
      const beside = `moving p95 ${quantile(scrubs, 0.95).toFixed(0)}, pointing p95 ${quantile(previews, 0.95).toFixed(0)}`
      console.log(row(`${name}, Sightline`, times), beside)
      Object.assign(figures, {
        [`seek${suffix}_p50_ms`]: round(quantile(times, 0.5)),
        [`seek${suffix}_p95_ms`]: round(quantile(times, 0.95)),
      })
      figures[`scrub${suffix}_p95_ms`] = round(quantile(scrubs, 0.95))
      figures[`preview${suffix}_p95_ms`] = round(quantile(previews, 0.95))
      await page.close()
      const peers = await servePeers(clips[clip], 5)
      for (const way of ['hls', 'mp4'] as const) {
        const peer = await peerTimes(browser, `${peers.page}?count=${count}`, way, seeks)
        console.log(row(`${name}, ${way === 'hls' ? 'hls.js' : 'MP4 with Range'}`, peer))
        Object.assign(figures, {
          [`${way}${suffix}_seek_p50_ms`]: round(quantile(peer, 0.5)),
          [`${way}${suffix}_seek_p95_ms`]: round(quantile(peer, 0.95)),
        })
      }
      peers.close()
    }
    console.log(JSON.stringify({ bench: 'playback', ...figures, seeks, load: Number(loadavg()[0]?.toFixed(1)) }))
  } finally {
    await browser.close()
    await recorded.close()
    await stack.close()
  }
}

/** Where the time line stands, and which part of it was recorded: `fromX` to `toX`. */
interface Line {
  y: number
  fromX: number
  toX: number
}

/** Pauses, and zooms until what was recorded is most of the line. */
async function pausedLine(page: Page, startMs: number): Promise<Line> {
  const bar = page.getByRole('toolbar', { name: 'Playback' })
  await bar.getByRole('button', { name: 'Pause', exact: true }).click()
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor()
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  await slider.focus()
  for (let press = 0; press < ZOOMS; press++) await page.keyboard.press('+')
  const box = await slider.boundingBox()
  if (box === null) throw new Error('There is no time line.')
  const y = box.y + 8
  const msAt = async (x: number) => {
    await page.mouse.click(x, y)
    await page.evaluate(() => pictureWatch.untilStill())
    return Number(await slider.getAttribute('aria-valuenow'))
  }
  const middle = box.x + box.width / 2
  const [oneX, otherX] = [middle - 20, middle + 20]
  const [oneMs, otherMs] = [await msAt(oneX), await msAt(otherX)]
  const pxPerMs = (otherX - oneX) / (otherMs - oneMs)
  const xOf = (atMs: number) => Math.max(box.x + 4, Math.min(oneX + (atMs - oneMs) * pxPerMs, box.x + box.width - 4))
  return { y, fromX: xOf(startMs + 1_000), toX: xOf(startMs + RECORDED_MS - 2_000) }
}

/** The same places each time it is run, all over the line, in no order. */
function* places({ fromX, toX }: Line, count: number): Generator<number> {
  let share = 0.1
  for (let index = 0; index < count; index++) {
    share = (share + LEAST_MOVE + ((index * 0.618) % (1 - 2 * LEAST_MOVE))) % 1
    yield fromX + share * (toX - fromX)
  }
}

async function seekTimes(page: Page, line: Line, count: number): Promise<number[]> {
  const times: number[] = []
  for (const x of places(line, count)) {
    await page.mouse.click(x, line.y)
    times.push(await page.evaluate(() => pictureWatch.untilStill()))
  }
  return times
}

async function scrubTimes(page: Page, line: Line, count: number): Promise<number[]> {
  const times: number[] = []
  await page.mouse.move(line.fromX, line.y)
  await page.mouse.down()
  for (const x of places(line, count)) {
    await page.mouse.move(x, line.y)
    times.push(counted(await page.evaluate(() => pictureWatch.untilNext())))
  }
  await page.mouse.up()
  return times
}

async function previewTimes(page: Page, line: Line, count: number): Promise<number[]> {
  const times: number[] = []
  for (const x of places(line, count)) {
    await page.mouse.move(x, line.y)
    times.push(counted(await page.evaluate(() => pictureWatch.untilPreview())))
  }
  return times
}

/** How far the moments of what the windows show lie apart, by the counts of the cameras themselves, each time that somebody looks. */
async function apart(page: Page, cameras: TestCamera[]): Promise<number[]> {
  const found: number[] = []
  for (let look = 0; look < 40; look++) {
    const { atMs, numbers } = await page.evaluate((size) => pictureWatch.look(size), LOOKED_AT)
    const filmed = numbers.map((number, index) => filmedMs(number, cameras[index], atMs))
    const known = filmed.filter((ms) => ms !== undefined)
    if (known.length === cameras.length) {
      const { clip, fps } = cameras[0]?.options ?? { clip: clips['360p15'].clip, fps: 15 }
      const roundMs = (clip.pictures.length / fps) * 1000
      // Each by how far it is from the first, over the end of a round.
      const besides = known.map((ms) => ((ms - (known[0] ?? 0) + 1.5 * roundMs) % roundMs) - roundMs / 2)
      found.push(Math.max(...besides) - Math.min(...besides))
    }
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), SYNC_EVERY_MS)
  }
  if (found.length < 20) throw new Error(`Only ${found.length} of 40 looks could be read.`)
  return found
}

/** When a camera filmed the picture with this number, less whole rounds of its clip. */
function filmedMs(number: number | undefined, camera: TestCamera | undefined, atMs: number): number | undefined {
  const ageMs = number === undefined ? undefined : camera?.ageMs(number, atMs)
  return ageMs === undefined ? undefined : atMs - ageMs
}

/** A new page whose pictures are watched. */
async function watchedPage(browser: BenchBrowser): Promise<Page> {
  const page = await browser.newPage()
  // A time line that glides to what was zoomed would be pressed on its way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript({ content: `globalThis.readCounter = ${readCounter.toString()}` })
  await page.addInitScript(watchPictures)
  return page
}

async function peerTimes(browser: BenchBrowser, url: string, way: 'hls' | 'mp4', count: number): Promise<number[]> {
  const page = await watchedPage(browser)
  await page.goto(url)
  const lengthS = await page.evaluate((one) => (one === 'hls' ? openHls() : openMp4()), way)
  const times: number[] = []
  for (const atS of places({ y: 0, fromX: 1, toX: lengthS - 2 }, count)) {
    await page.evaluate((s) => seek(s), atS)
    times.push(await page.evaluate(() => pictureWatch.untilStill()))
  }
  await page.close()
  return times
}

function row(name: string, times: number[]): string {
  const missed = times.filter((ms) => Number.isNaN(ms)).length
  const known = times.filter((ms) => !Number.isNaN(ms))
  return `${name.padEnd(28)} seek p50 ${quantile(known, 0.5).toFixed(0)}, p95 ${quantile(known, 0.95).toFixed(0)} ms${missed > 0 ? `, ${missed} never` : ''}`
}

const counted = (ms: number) => (Number.isNaN(ms) ? NEVER_MS : ms)
const round = (ms: number) => Math.round(ms * 10) / 10
