import { join } from 'node:path'
import type { Page } from 'playwright'
import { servePage } from '#tests/support/page-server.ts'
import { freePort } from '#tests/support/stack.ts'
import { BenchBrowser } from './browser.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'
import { startDirectChain } from './direct-chain.ts'
import { judge, quantile } from './figures.ts'
import { fragmentClip, MseServer } from './mse-server.ts'
import type { BenchPage } from './page-api.ts'
import { startRealChain } from './real-chain.ts'

declare const benchPage: BenchPage

const WARM_UP_MS = 2_000
const MEASURE_MS = 8_000
/** How often each set of windows is opened, for the time to the first picture. */
const OPENINGS = 3

interface Stage {
  clip: ClipName
  count: number
}
const stages: Stage[] = [
  ...[1, 4, 9, 16].map((count) => ({ clip: '360p15' as const, count })),
  ...[1, 4].map((count) => ({ clip: '720p25' as const, count })),
]

interface Figures {
  /** From sent by the camera to read back from the page. */
  age50Ms: number
  age95Ms: number
  /** From the wish to the first picture on the screen. */
  first50Ms: number
  shown: number
  dropped: number
  cpuPct: number
}

interface Result {
  stage: Stage
  own: Figures
  mse: Figures
}

type Open = () => Promise<number[]>

async function runStage(browser: BenchBrowser, page: Page, cameras: Parameters<typeof judge>[1], open: Open): Promise<Figures> {
  const firsts: number[] = []
  for (let opening = 1; opening <= OPENINGS; opening++) {
    firsts.push(...(await open()))
    if (opening < OPENINGS) await page.evaluate(() => benchPage.close())
  }
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), WARM_UP_MS)
  const { result, cpuPct } = await browser.measure(() => page.evaluate((ms) => benchPage.watch(ms), MEASURE_MS))
  if (result.unreadable > 0)
    console.log(`${result.unreadable} pictures of ${result.unreadable + result.sightings.length} could not be read.`)
  await page.evaluate(() => benchPage.close())
  const { ages, shown, missed } = judge(result.sightings, cameras)
  return { age50Ms: quantile(ages, 0.5), age95Ms: quantile(ages, 0.95), first50Ms: quantile(firsts, 0.5), shown, dropped: missed, cpuPct }
}

const columns = ['windows', 'way', 'age p50', 'age p95', 'first p50', 'shown', 'dropped', 'CPU %']

function printCells(cells: string[]): void {
  console.log(cells.map((cell, index) => (index < 2 ? cell.padEnd(13) : cell.padStart(10))).join(''))
}

function printRow(stage: Stage, way: string, figures: Figures): void {
  const cells = [
    `${stage.count} × ${stage.clip}`,
    way,
    figures.age50Ms.toFixed(0),
    figures.age95Ms.toFixed(0),
    figures.first50Ms.toFixed(0),
    String(figures.shown),
    String(figures.dropped),
    figures.cpuPct.toFixed(0),
  ]
  printCells(cells)
}

async function startMse(chain: Chain): Promise<{ server: MseServer; types: Record<ClipName, string> }> {
  const server = new MseServer()
  await server.listen()
  for (const name of Object.keys(clips) as ClipName[]) {
    const { path, clip, caps } = clips[name]
    const fragmented = await fragmentClip(path, caps.fps)
    for (const { camera } of chain.cameras(name, Infinity)) {
      const send = () => {
        const counter = camera.count - 1
        server.send(camera.options.path, fragmented, counter, clip.pictures[counter % clip.pictures.length]?.isKey ?? false)
      }
      camera.add({ rtp: send, rtcp: () => {} })
    }
  }
  const typeOf = (name: ClipName) => `video/mp4; codecs="${clips[name].caps.codec}"`
  return { server, types: { '360p15': typeOf('360p15'), '720p25': typeOf('720p25') } }
}

/**
 * From RTSP cameras through bridge, service and relay to pixels: age of the pictures, time to the first one, drops and processor time, against MSE in the
 * same run. `--direct` leaves out everything between camera and browser.
 */
export async function run(args: string[]): Promise<void> {
  const pagePort = await freePort()
  const chain = args.includes('--direct') ? await startDirectChain() : await startRealChain(pagePort)
  const mse = await startMse(chain)
  const served = await servePage(join(import.meta.dirname, 'page'), pagePort)
  const browser = await BenchBrowser.launch()
  const all: Result[] = []
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.exposeFunction('benchRelayAddress', () => chain.relayAddress())
    await page.goto(served.url)
    console.log('Ages and times in ms, from the camera to the pixels; CPU of the whole browser in % of one core.')
    printCells(columns)
    for (const stage of stages) {
      const cameras = chain.cameras(stage.clip, stage.count)
      const asked = cameras.map((one) => one.asked)
      const sent = cameras.map((one) => one.camera)
      const own = await runStage(browser, page, sent, () => page.evaluate((list) => benchPage.openWindows(list), asked))
      printRow(stage, 'Sightline', own)
      const streams = { urls: sent.map((camera) => mse.server.url(camera.options.path)), type: mse.types[stage.clip] }
      const other = await runStage(browser, page, sent, () => page.evaluate(({ urls, type }) => benchPage.openMse(urls, type), streams))
      printRow(stage, 'MSE', other)
      all.push({ stage, own, mse: other })
    }
  } finally {
    await browser.close()
    await served.close()
    await mse.server.close()
    await chain.close()
  }
  console.log(JSON.stringify(summary(all)))
}

function summary(all: Result[]): Record<string, number> {
  const of = (clip: ClipName, count: number) => all.find(({ stage }) => stage.clip === clip && stage.count === count)
  const [four, sixteen] = [of('360p15', 4), of('360p15', 16)]
  const figures = {
    picture_age_p50_ms: four?.own.age50Ms,
    picture_age_p95_ms: four?.own.age95Ms,
    first_picture_p50_ms: four?.own.first50Ms,
    picture_age_p95_16_ms: sixteen?.own.age95Ms,
    first_picture_p50_16_ms: sixteen?.own.first50Ms,
    shown_16: sixteen?.own.shown,
    dropped_16: sixteen?.own.dropped,
    cpu_16_pct: sixteen?.own.cpuPct,
    picture_age_p95_4x720_ms: of('720p25', 4)?.own.age95Ms,
    cpu_4x720_pct: of('720p25', 4)?.own.cpuPct,
    mse_picture_age_p95_ms: four?.mse.age95Ms,
    mse_picture_age_p95_16_ms: sixteen?.mse.age95Ms,
    mse_cpu_16_pct: sixteen?.mse.cpuPct,
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round((value ?? Number.NaN) * 10) / 10]))
}
