import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { Deployments } from '#tests/support/deployments.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { freePort } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { quantile } from '../live/figures.ts'
import { startRealChain, type RealChain } from '../live/real-chain.ts'
import { MemoryTrail, wordsOf } from './memory-trail.ts'
import { ScreenEye, type SeenScreen } from './screen-eye.ts'
import { StationBrowser } from './station-browser.ts'

const WINDOWS = 4
const SAMPLE_EVERY_MS = 2_000
const STALE_MS = 3_000
/** The service is killed once in each of these, and in every second the network is dead for a while. */
const PERIOD_S = 120
/** In parts of a period. */
const KILL_AT = 1 / 8
const HOLE_AT = 3 / 8
const HOLE = 1 / 2
/** How far into the run releases come. */
const RELEASES = [0.15, 0.45, 0.7]
const GIVE_UP_MS = 30_000
const LOOK_AGAIN_MS = 50
const BACK_BAR_MS = 1_000
const GROWTH_BAR_PCT = 5
const REVOKED_BAR_MS = 2_000
/** In a shorter run a screen has no quiet moment for each release. */
const RELEASES_FROM_MS = 10 * 60_000
const WORDS = /out of service/

interface Stage {
  chain: RealChain
  line: TcpProxy
  releases: Deployments
  eye: ScreenEye
  page: Page
}

/**
 * A viewing station with four cameras, for `--minutes=30` (480: a night): the service is killed every two minutes, the network is dead for a minute every
 * four (`--period=40`: all of it three times as often), three releases come, and in the end its permission is taken back. Somebody looks at its pixels every
 * two seconds. `blank`: a window that is not there, or that had a picture and has neither that nor words, or says, while nothing is wrong, that one is on its way;
 * `unreadable`: one that looks live, and whose picture cannot be read; `stale`: a picture of more than three seconds ago that looks live;
 * `back_p95_ms`: from the end of a fault to pictures of after it in all windows, by what these say and the next look at the pixels bears out; `first_picture_ms`: from the start of the browser. The memory is that of
 * all of the browser's processes as the system counts it, without files that other browsers of the machine share; the browser has the flags of the start-up
 * script. What is compared is the same time of life of each page (`MemoryTrail`). Ends with exit code 1 when one of them misses its bar.
 */
export async function run(args: string[]): Promise<void> {
  const options = { minutes: { type: 'string', default: '30' }, period: { type: 'string', default: String(PERIOD_S) } } as const
  const { values } = parseArgs({ args, options })
  const releases = new Deployments()
  const port = await freePort()
  const chain = await startRealChain(port, { '360p15': WINDOWS }, releases.folder)
  const line = new TcpProxy(chain.stack.port)
  await line.listen(port)
  const browser = new StationBrowser(`http://localhost:${port}/user/kiosk`)
  try {
    const sn = await putUp(chain, browser)
    const startMs = performance.now()
    const page = await browser.start()
    const cameras = chain.cameras('360p15', WINDOWS).map(({ camera }) => camera)
    const eye = await ScreenEye.open(page, cameras)
    await untilLive(eye, 0)
    const firstPictureMs = performance.now() - startMs
    console.log(`  first picture ${firstPictureMs.toFixed(0)} ms after the browser was started`)
    const stage = { chain, line, releases, eye, page }
    const lastsMs = Number(values.minutes) * 60_000
    const seen = await watch(stage, browser, { lastsMs, periodMs: Number(values.period) * 1_000 })
    const revokedMs = await revoke(chain, page, sn)
    report(lastsMs, { ...seen, first_picture_ms: Math.round(firstPictureMs), revoked_ms: Math.round(revokedMs) })
  } finally {
    await browser.close()
    await line.close()
    await chain.close()
    releases.remove()
  }
}

/** Pairs the station and gives it something to show, then switches it off. Answers its serial number. */
async function putUp({ admin, cameras }: RealChain, browser: StationBrowser): Promise<string> {
  const page = await browser.start()
  const screen = page.frameLocator('iframe[data-shown]')
  const code = screen.locator('[data-code]')
  const { sites } = await admin.call(siteListChoose, undefined)
  const siteId = sites[0]?.siteId ?? ''
  const pairingCode = (await code.textContent()) ?? ''
  const { sn } = await admin.call(stationPair, { pairingCode, name: 'Bench screen', siteId })
  const playChlList = cameras('360p15', WINDOWS).map(({ asked }, winIndex) => ({ winIndex, sn: asked.sn, chlIndex: 0 }))
  const configValue = { splitNum: WINDOWS, isDefault: false, playChlList }
  const { configId } = await admin.call(userConfigsPut, { configName: 'Bench', configType: 'layout', configValue })
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'layout', configId } })
  await screen.locator(`[data-window="${WINDOWS - 1}"][data-told="live"]`).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await browser.stop()
  return sn
}

/**
 * Waits until all windows show, live, what was filmed since. Answers since when they have, by the clock of `Date`: a look takes some tenths of a second, and the
 * pixels bear out what the windows have said before it.
 */
async function untilLive(eye: ScreenEye, sinceMs: number): Promise<number> {
  const endMs = Date.now() + GIVE_UP_MS
  while (Date.now() < endMs) {
    // While a page is taken in the place of another there is none to be asked.
    const seen = await eye.look(sinceMs).catch(() => undefined)
    const isNew = ({ ageMs, looksLive }: SeenScreen['windows'][number]) =>
      looksLive && ageMs !== undefined && (seen?.atMs ?? 0) - ageMs >= sinceMs
    if (seen !== undefined && seen.windows.length === WINDOWS && seen.windows.every(isNew)) {
      const saidMs = seen.windows.map(({ liveMs }) => liveMs ?? seen.atMs)
      return Math.max(...saidMs)
    }
    await pause(LOOK_AGAIN_MS)
  }
  return Number.POSITIVE_INFINITY
}

async function watch(stage: Stage, browser: StationBrowser, { lastsMs, periodMs }: { lastsMs: number; periodMs: number }) {
  const startMs = performance.now()
  const end = new AbortController()
  const backMs: number[] = []
  const memory = new MemoryTrail()
  const pages = new Set<string>()
  const found = { samples: 0, blank: 0, stale: 0, unreadable: 0 }
  const fault = { isOn: false }
  const hadPicture = new Set<number>()
  let page = ''
  const faults = bringFaults(stage, { periodMs, backMs, fault, signal: end.signal })
  const deployed = Promise.all(RELEASES.map((share) => deploy(stage, lastsMs * share, end.signal)))
  while (performance.now() - startMs < lastsMs) {
    const nextMs = performance.now() + SAMPLE_EVERY_MS
    // Before the look: of the picture that it takes, and which no station has, the browser holds up to four copies for a moment.
    const held = browser.memory()
    const isFaultOn = fault.isOn
    const seen = await stage.eye.look()
    // What does not answer is no other page.
    page = seen.page ?? page
    memory.note(performance.now() - startMs, held, page, !seen.hasSuccessor)
    found.samples += 1
    const say = (what: string) => console.log(`  ${((performance.now() - startMs) / 1_000).toFixed(0)} s: ${what}`)
    if (!pages.has(page)) say(`page ${page}`)
    pages.add(page)
    if (seen.hasWords) say('the page does not answer, and words say so')
    if (seen.isDark) {
      found.blank += 1
      say('the screen is dark')
    }
    if (seen.windows.length < WINDOWS && !seen.isDark && !seen.hasWords) {
      found.blank += 1
      say(`only ${seen.windows.length} windows are there`)
    }
    for (const { window, isBlank, isConnecting, looksLive, ageMs } of seen.windows) {
      if (ageMs !== undefined) hadPicture.add(window)
      if (looksLive && ageMs === undefined) found.unreadable += 1
      if (isConnecting && hadPicture.has(window) && !isFaultOn && !fault.isOn) {
        found.blank += 1
        say(`window ${window} has no picture yet`)
      }
      if (isBlank && hadPicture.has(window) && !seen.isDark) {
        found.blank += 1
        say(`window ${window} is blank`)
      }
      if (looksLive && ageMs !== undefined && ageMs > STALE_MS) {
        found.stale += 1
        say(`window ${window} looks live, and was filmed ${ageMs.toFixed(0)} ms ago`)
      }
    }
    await pause(Math.max(0, nextMs - performance.now()))
  }
  end.abort()
  await Promise.all([faults, deployed])
  const documents = await browser.collect(stage.page)
  const collected = browser.memory()
  console.log(`  when what was thrown away is collected: ${wordsOf(collected)}`)
  const taken = new Set([...pages].map((page) => page.split(' ')[0]))
  return {
    ...found,
    ...memory.figures(),
    memory_collected_mb: Math.round(collected.bytes / 1e6),
    documents,
    faults: backMs.length,
    back_p95_ms: Math.round(quantile(backMs, 0.95)),
    back_median_ms: Math.round(quantile(backMs, 0.5)),
    pages: pages.size,
    releases_taken: taken.size - 1,
  }
}

/** Lets this pass, unless the run ends; says whether it goes on. */
async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  await pause(Math.max(0, ms), undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Kills the service, and lets the network die, until the run ends. Notes how long pictures take to come back. */
async function bringFaults(
  { chain: { stack }, line, eye }: Stage,
  { periodMs, backMs, fault, signal }: { periodMs: number; backMs: number[]; fault: { isOn: boolean }; signal: AbortSignal },
): Promise<void> {
  const note = async (what: string) => {
    const endedMs = Date.now()
    const tookMs = (await untilLive(eye, endedMs)) - endedMs
    backMs.push(tookMs)
    fault.isOn = false
    console.log(`  pictures ${tookMs} ms after ${what}`)
  }
  for (let period = 0; ; period += 1) {
    const startMs = performance.now()
    const until = (part: number) => passes(startMs + part * periodMs - performance.now(), signal)
    if (!(await until(KILL_AT))) return
    fault.isOn = true
    await stack.stopPart('service', 'SIGKILL')
    await stack.startPart('service')
    await note('the service was killed and is there again')
    if (period % 2 === 0) {
      if (!(await until(HOLE_AT))) return
      fault.isOn = true
      line.blackHole()
      const goesOn = await until(HOLE_AT + HOLE)
      line.restore()
      if (goesOn) await note('the network came back')
    }
    if (!(await until(1))) return
  }
}

/** Puts a release up, and has the browser find it, as it would after a while. */
async function deploy({ releases, page }: Stage, atMs: number, signal: AbortSignal): Promise<void> {
  if (!(await passes(atMs, signal))) return
  const release = releases.next()
  console.log(`  release ${release} is there`)
  const find = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.update()
    })
  const isFound = () =>
    find().then(
      () => true,
      () => false,
    )
  while (!(await isFound())) if (!(await passes(SAMPLE_EVERY_MS, signal))) return
}

/** Takes the permission back. Answers after how long the screen says so. */
async function revoke({ admin, stack }: RealChain, page: Page, sn: string): Promise<number> {
  // Whoever did nothing for half an hour has to sign in again.
  const office = await new ServiceClient(admin.url).signIn(stack.user())
  const startMs = performance.now()
  await office.call(stationRevoke, { sn })
  await page.frameLocator('iframe[data-shown]').getByText(WORDS).waitFor()
  return performance.now() - startMs
}

/** What has a bar. */
interface Judged {
  blank: number
  stale: number
  memory_growth_pct: number
  memory_page_growth_pct: number
  back_p95_ms: number
  releases_taken: number
  revoked_ms: number
}

function report(lastsMs: number, figures: Record<string, number> & Judged): void {
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(20)} ${figure}`)
  const { blank, stale, memory_growth_pct: growth, memory_page_growth_pct: ofOnePage, back_p95_ms: backMs } = figures
  const neverLies = blank === 0 && stale === 0
  const lasts = Math.max(growth, ofOnePage) <= GROWTH_BAR_PCT && backMs <= BACK_BAR_MS
  const takesReleases = lastsMs < RELEASES_FROM_MS || figures.releases_taken >= RELEASES.length
  const isWithinBar = neverLies && lasts && takesReleases && figures.revoked_ms <= REVOKED_BAR_MS
  console.log(JSON.stringify({ bench: 'kiosk', isWithinBar, ...figures }))
  if (!isWithinBar) process.exitCode = 1
}
