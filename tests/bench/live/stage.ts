import type { Page } from 'playwright'
import type { TestCamera } from '#tests/support/test-camera.ts'
import type { BenchBrowser } from './browser.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'
import { judge, quantile } from './figures.ts'
import { fragmentClip, MseServer } from './mse-server.ts'
import type { BenchPage } from './page-api.ts'
import { wayOf, type Way } from './way.ts'
import type { WebRtc } from './webrtc.ts'

declare const benchPage: BenchPage

/** Windows may begin with older pictures: all have caught up by then. */
const WARM_UP_MS = 4_000
const MEASURE_MS = 8_000
/** How long is looked where on its way a picture grows old: one more viewer, which the other figures do without. */
const WAY_MS = 6_000
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
  /** Of the whole browser, in % of one core. */
  cpuPct: number
  /** Where the age comes from; absent for MSE, and without bridge and service. */
  way?: Way
  /** What the machine had left, in % of all its cores: a machine without idle time cannot show every picture. */
  idlePct: number
}

type Open = () => Promise<number[]>

/** Opens the windows some times over, and looks at their pictures. */
async function runStage(
  browser: BenchBrowser,
  page: Page,
  cameras: TestCamera[],
  open: Open,
  find?: () => Promise<Way | undefined>,
): Promise<Figures> {
  const firsts: number[] = []
  for (let opening = 1; opening <= OPENINGS; opening++) {
    firsts.push(...(await open()))
    if (opening < OPENINGS) await page.evaluate(() => benchPage.close())
  }
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), WARM_UP_MS)
  const { result, cpuPct, idlePct } = await browser.measure(() => page.evaluate((ms) => benchPage.watch(ms), MEASURE_MS))
  if (result.unreadable > 0)
    console.log(`${result.unreadable} pictures of ${result.unreadable + result.sightings.length} could not be read.`)
  const way = await find?.()
  await page.evaluate(() => benchPage.close())
  const { ages, shown, missed } = judge(result.sightings, cameras)
  return {
    age50Ms: quantile(ages, 0.5),
    age95Ms: quantile(ages, 0.95),
    first50Ms: quantile(firsts, 0.5),
    shown,
    dropped: missed,
    cpuPct,
    idlePct,
    ...(way !== undefined && { way }),
  }
}

/** Where on their way pictures of the first window's camera grow old. */
async function findWay(page: Page, chain: Chain, cameras: TestCamera[], sn: string): Promise<Way | undefined> {
  const [camera] = cameras
  const watched = await chain.watchPassing?.(sn, () => page.evaluate((ms) => benchPage.watch(ms), WAY_MS))
  if (watched === undefined || camera === undefined) return undefined
  const own = watched.result.sightings.filter(({ window }) => window === 0)
  const [workerAgeMs = Number.NaN] = await page.evaluate(() => benchPage.workerAges())
  return wayOf(camera, watched.passing, { workerAgeMs, ageMs: quantile(judge(own, [camera]).ages, 0.5) })
}

export const columns = [
  'windows',
  'way',
  'age p50',
  'age p95',
  'bridge',
  'relay',
  'worker',
  'compositor',
  'first p50',
  'shown',
  'dropped',
  'CPU %',
  'idle %',
]

export function printCells(cells: string[]): void {
  console.log(cells.map((cell, index) => (index < 2 ? cell.padEnd(index === 0 ? 13 : 26) : cell.padStart(10))).join(''))
}

function wayCells(way: Way | undefined): string[] {
  if (way === undefined) return ['–', '–', '–', '–']
  return [way.bridgeMs, way.relayMs, way.workerMs, way.screenMs].map((ms) => ms.toFixed(1))
}

function printRow(stage: Stage, way: string, figures: Figures, dropped = String(figures.dropped)): void {
  const cells = [
    `${stage.count} × ${stage.clip}`,
    way,
    figures.age50Ms.toFixed(0),
    figures.age95Ms.toFixed(0),
    ...wayCells(figures.way),
    figures.first50Ms.toFixed(0),
    String(figures.shown),
    dropped,
    figures.cpuPct.toFixed(0),
    figures.idlePct.toFixed(0),
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

export interface Compared {
  own: Figures
  mse: Figures
  /** WebRTC as the browser paces it. */
  webRtc?: Figures
  /** WebRTC with the playout-delay extension, which tells the browser to show each picture as it comes. */
  webRtcAtOnce?: Figures
  /** Processor time of ours as a share of MSE's right after it. */
  cpuOfMse: number
}
type Player = Exclude<keyof Compared, 'cpuOfMse'>

const playerNames: Record<Player, string> = {
  own: 'Sightline',
  mse: 'MSE',
  webRtc: 'WebRTC',
  webRtcAtOnce: 'WebRTC, no delay',
}

/** The median of each figure of some rounds, but the most pictures that one of them dropped. */
function medians(rounds: Figures[]): Figures {
  const median = (of: (figures: Figures) => number) => quantile(rounds.map(of), 0.5)
  const ways = rounds.flatMap(({ way }) => (way === undefined ? [] : [way]))
  const medianWay = (key: keyof Way) =>
    quantile(
      ways.map((way) => way[key]),
      0.5,
    )
  return {
    age50Ms: median(({ age50Ms }) => age50Ms),
    age95Ms: median(({ age95Ms }) => age95Ms),
    first50Ms: median(({ first50Ms }) => first50Ms),
    shown: median(({ shown }) => shown),
    dropped: Math.max(...rounds.map(({ dropped }) => dropped)),
    cpuPct: median(({ cpuPct }) => cpuPct),
    idlePct: median(({ idlePct }) => idlePct),
    ...(ways.length > 0 && {
      way: {
        bridgeMs: medianWay('bridgeMs'),
        relayMs: medianWay('relayMs'),
        workerMs: medianWay('workerMs'),
        screenMs: medianWay('screenMs'),
      },
    }),
  }
}

/**
 * One stage by Sightline, by MSE and, where it is given, by WebRTC in the same places of the same page. They take turns `rounds` times, and the median of
 * each figure counts: what else the machine does in one round does not decide.
 */
export async function runInTurns(
  stage: Stage,
  { browser, page, chain, mse, webRtc }: { browser: BenchBrowser; page: Page; chain: Chain; mse: Mse; webRtc?: WebRtc },
  rounds = 1,
): Promise<Compared> {
  const cameras = chain.cameras(stage.clip, stage.count)
  const asked = cameras.map((one) => one.asked)
  const sent = cameras.map((one) => one.camera)
  const streams = { urls: sent.map((camera) => mse.server.url(camera.options.path)), type: mse.types[stage.clip] }
  const opens: Partial<Record<Player, Open>> & Record<'own' | 'mse', Open> = {
    own: () => page.evaluate((list) => benchPage.openWindows(list), asked),
    mse: () => page.evaluate(({ urls, type }) => benchPage.openMse(urls, type), streams),
  }
  if (webRtc !== undefined) {
    const watched = { url: webRtc.url, numbers: sent.map((camera) => webRtc.numberOf(camera)) }
    const open = (isAtOnce: boolean) =>
      page.evaluate((asks) => benchPage.openWebRtc(asks.url, asks.numbers, asks.isAtOnce), { ...watched, isAtOnce })
    opens.webRtc = () => open(false)
    opens.webRtcAtOnce = () => open(true)
  }
  const all = new Map<Player, Figures[]>()
  for (let round = 1; round <= rounds; round++) {
    for (const [player, open] of Object.entries(opens) as [Player, Open][]) {
      const find = player === 'own' ? () => findWay(page, chain, sent, asked[0]?.sn ?? '') : undefined
      const figures = await runStage(browser, page, sent, open, find)
      printRow(stage, playerNames[player], figures)
      all.set(player, [...(all.get(player) ?? []), figures])
    }
  }
  const ofRounds = (player: Player) => all.get(player) ?? []
  const result = Object.fromEntries([...all].map(([player, figures]) => [player, medians(figures)])) as Omit<Compared, 'cpuOfMse'>
  if (rounds > 1) {
    for (const [player, figures] of Object.entries(result) as [Player, Figures][])
      printRow(stage, `${playerNames[player]}, median`, figures, `≤ ${figures.dropped}`)
  }
  const shares = ofRounds('own').map(({ cpuPct }, round) => cpuPct / (ofRounds('mse')[round]?.cpuPct ?? Number.NaN))
  return { ...result, cpuOfMse: quantile(shares, 0.5) }
}
