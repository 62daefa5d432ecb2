import type { Page } from 'playwright'
import { freePort } from '#tests/support/stack.ts'
import { BenchBrowser } from './browser.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'
import { startDirectChain } from './direct-chain.ts'
import { judge, quantile } from './figures.ts'
import { fragmentClip, MseServer } from './mse-server.ts'
import type { BenchPage } from './page-api.ts'
import { servePage } from './page-server.ts'

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
  age50Ms: number
  age95Ms: number
  first50Ms: number
  shown: number
  dropped: number
  cpuPct: number
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
  const counted = await page.evaluate(() => benchPage.counted())
  if (process.env['BENCH_DEBUG']) console.log(result.sightings.length, result.unreadable, JSON.stringify(counted))
  await page.evaluate(() => benchPage.close())
  const { ages, shown, missed } = judge(result.sightings, cameras)
  return { age50Ms: quantile(ages, 0.5), age95Ms: quantile(ages, 0.95), first50Ms: quantile(firsts, 0.5), shown, dropped: missed, cpuPct }
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
  console.log(cells.map((cell, index) => (index < 2 ? cell.padEnd(13) : cell.padStart(10))).join(''))
}

async function startMse(chain: Chain): Promise<{ server: MseServer; types: Record<ClipName, string> }> {
  const server = new MseServer()
  await server.listen()
  for (const name of Object.keys(clips) as ClipName[]) {
    const { path, clip, caps } = clips[name]
    const fragmented = await fragmentClip(path, caps.fps)
    for (const { camera } of chain.cameras(name, 16)) {
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

/** From cameras to pixels: age of the pictures, time to the first one, drops and processor time, against MSE in the same run. */
export async function run(_args: string[]): Promise<void> {
  const pagePort = await freePort()
  const chain = await startDirectChain()
  const mse = await startMse(chain)
  const served = await servePage(pagePort)
  const browser = await BenchBrowser.launch()
  const all: { stage: Stage; own: Figures; mse: Figures }[] = []
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.exposeFunction('benchRelayAddress', () => chain.relayAddress())
    await page.goto(served.url)
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
  console.log(JSON.stringify(all))
}
