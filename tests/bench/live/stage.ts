import type { Page } from 'playwright'
import type { TestCamera } from '#tests/support/test-camera.ts'
import type { BenchBrowser } from './browser.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'
import { judge, quantile } from './figures.ts'
import { fragmentClip, MseServer } from './mse-server.ts'
import type { BenchPage } from './page-api.ts'

declare const benchPage: BenchPage

const WARM_UP_MS = 2_000
const MEASURE_MS = 8_000
/** How often each set of windows is opened, for the time to the first picture. */
const OPENINGS = 3

/** This many windows, each with a camera of its own that films this clip. */
export interface Stage {
  clip: ClipName
  count: number
}
export interface Figures {
  /** From sent by the camera to read back from the page. */
  age50Ms: number
  age95Ms: number
  /** From the wish to the first picture on the screen. */
  first50Ms: number
  shown: number
  dropped: number
  cpuPct: number
}

type Open = () => Promise<number[]>

/** Opens the windows some times over, and looks at their pictures. */
async function runStage(browser: BenchBrowser, page: Page, cameras: TestCamera[], open: Open): Promise<Figures> {
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

export const columns = ['windows', 'way', 'age p50', 'age p95', 'first p50', 'shown', 'dropped', 'CPU %']

export function printCells(cells: string[]): void {
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

export interface Mse {
  server: MseServer
  types: Record<ClipName, string>
}

/** The same clips as fragmented MP4, sent at the very moments when the cameras send their pictures. */
export async function startMse(chain: Chain): Promise<Mse> {
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

/** One stage by Sightline and by MSE, in the same places of the same page. */
export async function runBoth(
  stage: Stage,
  { browser, page, chain, mse }: { browser: BenchBrowser; page: Page; chain: Chain; mse: Mse },
): Promise<{ own: Figures; mse: Figures }> {
  const cameras = chain.cameras(stage.clip, stage.count)
  const asked = cameras.map((one) => one.asked)
  const sent = cameras.map((one) => one.camera)
  const own = await runStage(browser, page, sent, () => page.evaluate((list) => benchPage.openWindows(list), asked))
  printRow(stage, 'Sightline', own)
  const streams = { urls: sent.map((camera) => mse.server.url(camera.options.path)), type: mse.types[stage.clip] }
  const other = await runStage(browser, page, sent, () => page.evaluate(({ urls, type }) => benchPage.openMse(urls, type), streams))
  printRow(stage, 'MSE', other)
  return { own, mse: other }
}
