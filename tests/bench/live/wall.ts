import { join } from 'node:path'
import type { Page } from 'playwright'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { signIn } from '#tests/e2e/support/test.ts'
import { servePage } from '#tests/support/page-server.ts'
import { freePort } from '#tests/support/stack.ts'
import { BenchBrowser } from './browser.ts'
import type { ClipName } from './clips.ts'
import { judge, quantile } from './figures.ts'
import { beginAndEnd, everyMinute } from './minutes.ts'
import type { BenchPage } from './page-api.ts'
import { startRealChain, type RealChain } from './real-chain.ts'
import { columns, type Compared, type Mse, printCells, runInTurns, startMse } from './stage.ts'
import { recordWall, type WallRecorder } from './wall-recorder.ts'

declare const benchPage: BenchPage
declare const wallRecorder: WallRecorder

const counts: Record<ClipName, number> = { '360p15': 64, '720p25': 16 }
const fewCounts: Record<ClipName, number> = { '360p15': 32, '720p25': 1 }
const SWITCHES = 8
/** Of Sightline and MSE in turns. */
const ROUNDS = 5
const OPENINGS = 12
/** What a wall is given to settle before it is watched: the rule that gives small windows fewer pictures takes its time. */
const SETTLE_MS = 60_000
const WATCH_MS = 30_000
const MINUTE_MS = 60_000
/** Of each minute by MSE: its pictures are read, since there are no statistics of ours. */
const LOOK_MS = 8_000
/** Of the minutes of ours that the wall by MSE has. */
const MSE_SHARE = 1 / 2

interface Parts {
  browser: BenchBrowser
  chain: RealChain
  mse: Mse
  pagePort: number
}

const stages = ['rates', 'openings', 'switches', 'many', 'minutes'] as const

/**
 * How the wall stands up: 16 windows at full rate, the way from a click to pictures, changes of layouts, 64 windows, and, with
 * `--minutes=30`, half an hour; after each the same clips by MSE. `--only=switches,many` leaves the other stages out.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const minutes = Number(option('minutes') ?? 0)
  const only = option('only')?.split(',') ?? stages
  const isOn = (stage: (typeof stages)[number]) => only.includes(stage)
  const pagePort = await freePort()
  const chain = await startRealChain(pagePort, isOn('rates') || isOn('many') ? counts : fewCounts)
  const mse = await startMse(chain)
  const browser = await BenchBrowser.launch()
  const parts = { browser, chain, mse, pagePort }
  const figures: Record<string, number> = {}
  try {
    if (isOn('rates')) Object.assign(figures, await onBenchPage(parts, measureRates))
    await saveLayouts(chain)
    if (isOn('openings')) {
      Object.assign(figures, await inApp(parts, (page) => measureOpenings(page, chain)))
      Object.assign(figures, await onBenchPage(parts, openMseByPresses))
    }
    if (isOn('switches')) {
      Object.assign(figures, await inApp(parts, measureSwitches))
      Object.assign(figures, await onBenchPage(parts, switchMse))
    }
    if (isOn('many')) {
      Object.assign(figures, await inApp(parts, (page) => measureMany(page, layoutNames.many, '_64')))
      Object.assign(figures, await inApp(parts, (page) => measureMany(page, layoutNames.tooMany, '_64_large')))
      Object.assign(figures, await onBenchPage(parts, (page) => openManyMse(page, parts)))
    }
    if (isOn('minutes') && minutes > 0) {
      Object.assign(figures, await inApp(parts, (page) => measureMinutes(page, browser, minutes)))
      Object.assign(figures, await onBenchPage(parts, (page) => leaveMseAlone(page, parts, Math.ceil(minutes * MSE_SHARE))))
    }
  } finally {
    await browser.close()
    await mse.server.close()
    await chain.close()
  }
  console.log(JSON.stringify(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100]))))
}

/** Works on a page of the benchmark, which plays streams by either way and reads what the pixels say; closes it. */
async function onBenchPage<T>(parts: Parts, work: (page: Page, parts: Parts) => Promise<T>): Promise<T> {
  const { browser, chain, pagePort } = parts
  const served = await servePage(join(import.meta.dirname, 'page'), pagePort)
  const page = await browser.newPage()
  try {
    await page.exposeFunction('benchRelayAddress', () => chain.relayAddress())
    await page.addInitScript(recordWall)
    await page.goto(served.url)
    return await work(page, parts)
  } finally {
    await page.close()
    await served.close()
  }
}

/** Works in the app itself, signed in; closes it. */
async function inApp<T>({ browser, chain }: Parts, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage()
  try {
    await page.addInitScript(recordWall)
    await signIn(page, chain.stack, { path: '/live?split=16' })
    return await work(page)
  } finally {
    await page.close()
  }
}

/** The cameras of this clip as streams over MSE. */
function streamsOf({ chain, mse }: Parts, clip: ClipName, count: number): { urls: string[]; type: string } {
  return { urls: chain.cameras(clip, count).map(({ camera }) => mse.server.url(camera.options.path)), type: mse.types[clip] }
}

/** Sixteen windows in turns with MSE. */
async function measureRates(page: Page, { browser, chain, mse }: Parts): Promise<Record<string, number>> {
  console.log(
    'Ages and times in ms, from the camera to the pixels; CPU of the whole browser in % of one core, idle time in % of the machine.',
  )
  printCells(columns)
  const parts = { browser, page, chain, mse }
  const small = await runInTurns({ clip: '360p15', count: 16 }, parts, ROUNDS)
  const large = await runInTurns({ clip: '720p25', count: 16 }, parts, ROUNDS)
  return { ...named('', small), ...named('_720', large) }
}

function named(suffix: string, { own, mse, cpuOfMse }: Compared): Record<string, number> {
  return {
    [`picture_age_p95_16${suffix}_ms`]: own.age95Ms,
    [`mse_picture_age_p95_16${suffix}_ms`]: mse.age95Ms,
    [`first_picture_p50_16${suffix}_ms`]: own.first50Ms,
    [`mse_first_picture_p50_16${suffix}_ms`]: mse.first50Ms,
    [`dropped_16${suffix}`]: own.dropped,
    [`cpu_16${suffix}_pct`]: own.cpuPct,
    [`cpu_of_mse_16${suffix}`]: cpuOfMse,
  }
}

/** What a change of sixteen windows takes by MSE: the old ones closed, the new ones opened, until all show something. */
async function switchMse(page: Page, parts: Parts): Promise<Record<string, number>> {
  const { urls, type } = streamsOf(parts, '360p15', 32)
  const times: number[] = []
  for (let count = 0; count <= SWITCHES; count++) {
    const list = count % 2 === 0 ? urls.slice(0, 16) : urls.slice(16)
    await page.evaluate(() => benchPage.close())
    const firsts = await page.evaluate(({ some, type: kind }) => benchPage.openMse(some, kind), { some: list, type })
    if (count > 0) times.push(Math.max(...firsts))
  }
  console.log(`… by MSE: p50 ${quantile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${times.length}`)
  return { mse_switch_p50_ms: quantile(times, 0.5), mse_switch_most_ms: Math.max(...times) }
}

/** From the press on a place of a wall that plays by MSE to its first picture. */
async function openMseByPresses(page: Page, parts: Parts): Promise<Record<string, number>> {
  const streams = streamsOf(parts, '360p15', OPENINGS)
  const all = page.evaluate(({ urls, type }) => benchPage.openMseByPress(urls, type), streams)
  const places = page.locator('#wall > div')
  for (let index = 0; index < OPENINGS; index++) {
    await places.nth(index).click()
    await page.locator(`#wall > div:nth-child(${index + 1})[data-shown]`).waitFor()
  }
  const times = await all
  console.log(`… by MSE: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms of ${times.length}`)
  return { mse_first_picture_p50_ms: quantile(times, 0.5), mse_first_picture_p95_ms: quantile(times, 0.95) }
}

/** What 64 windows by MSE do to their page. */
async function openManyMse(page: Page, parts: Parts): Promise<Record<string, number>> {
  const streams = streamsOf(parts, '360p15', 64)
  const firsts = await page.evaluate(({ urls, type }) => benchPage.openMse(urls, type), streams)
  await page.evaluate(() => wallRecorder.begin())
  await page.waitForTimeout(WATCH_MS)
  const { longShare, longestMs } = await page.evaluate(() => wallRecorder.end())
  console.log(`64 × 360p15 by MSE: all play after ${Math.max(...firsts).toFixed(0)} ms`)
  console.log(`64 × 360p15 by MSE: long tasks ${(longShare * 100).toFixed(2)} % of the time, the longest ${longestMs} ms`)
  return { mse_all_64_ms: Math.max(...firsts), mse_long_task_pct_64: longShare * 100 }
}

const layoutNames = { first: 'Bench A', second: 'Bench B', many: 'Bench 64', tooMany: 'Bench 64 large' }

/** Layouts of the benchmark's cameras, for whoever signs in to the app. */
async function saveLayouts(chain: RealChain): Promise<void> {
  const sns = chain.cameras('360p15', 64).map(({ asked }) => asked.sn)
  const save = async (configName: string, list: string[]) => {
    const playChlList = list.map((sn, winIndex) => ({ winIndex, sn, chlIndex: 0 }))
    const configValue: LayoutValue = { splitNum: list.length, isDefault: false, playChlList }
    await chain.admin.call(userConfigsPut, { configType: 'layout', configName, configValue })
  }
  await save(layoutNames.first, sns.slice(0, 16))
  await save(layoutNames.second, sns.slice(16, 32))
  if (sns.length === counts['360p15']) await save(layoutNames.many, sns)
  const large = chain.cameras('720p25', 16).map(({ asked }) => asked.sn)
  if (large.length === counts['720p25']) await save(layoutNames.tooMany, [...large, ...large, ...large, ...large])
}

async function putUp(page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name: 'Layouts' }).click()
  const row = page.getByRole('button', { name, exact: true })
  await row.waitFor()
  const shown = page.evaluate(() => wallRecorder.untilAllPlay())
  await row.click()
  return shown
}

/** From the second press of a double click on a camera to its first picture in a wall that plays. */
async function measureOpenings(page: Page, chain: RealChain): Promise<Record<string, number>> {
  const times: number[] = []
  for (const { asked } of chain.cameras('360p15', OPENINGS)) {
    const camera = page.getByRole('treeitem', { name: new RegExp(`^Online ${asked.sn}`) })
    await camera.scrollIntoViewIfNeeded()
    const shown = page.evaluate(() => wallRecorder.untilOneMorePlays())
    await camera.dblclick()
    times.push(await shown)
  }
  console.log(
    `first picture from the click: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms of ${times.length}`,
  )
  return { first_picture_p50_ms: quantile(times, 0.5), first_picture_p95_ms: quantile(times, 0.95) }
}

/** From the press on a layout of sixteen other cameras to the last of their pictures. */
async function measureSwitches(page: Page): Promise<Record<string, number>> {
  await putUp(page, layoutNames.first)
  const times: number[] = []
  for (let count = 0; count < SWITCHES; count++) times.push(await putUp(page, count % 2 === 0 ? layoutNames.second : layoutNames.first))
  console.log(
    `16 windows to 16 other cameras: p50 ${quantile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
  )
  return { switch_p50_ms: quantile(times, 0.5), switch_most_ms: Math.max(...times) }
}

/** 64 windows, which may be more than this machine can decode in full. */
async function measureMany(page: Page, layout: string, suffix: string): Promise<Record<string, number>> {
  const allMs = await putUp(page, layout)
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => wallRecorder.begin())
  await page.waitForTimeout(WATCH_MS)
  const { longShare, longestMs, states } = await page.evaluate(() => wallRecorder.end())
  console.log(`${layout}: all play after ${allMs.toFixed(0)} ms; a minute later ${JSON.stringify(states)}`)
  console.log(`${layout}: long tasks ${(longShare * 100).toFixed(2)} % of the time, the longest ${longestMs} ms`)
  return { [`all${suffix}_ms`]: allMs, [`long_task_pct${suffix}`]: longShare * 100, [`playing${suffix}`]: states['playing'] ?? 0 }
}

/** A wall of sixteen that is left alone: memory of the whole browser, and age of its pictures, once a minute. */
async function measureMinutes(page: Page, browser: BenchBrowser, minutes: number): Promise<Record<string, number>> {
  await putUp(page, layoutNames.first)
  await page.locator('[data-cell="0"]').click()
  await page.keyboard.press('i')
  const samples = await everyMinute(minutes, browser, async () => {
    await page.waitForTimeout(MINUTE_MS)
    const text = (await page.locator('[data-cell="0"] dl').textContent()) ?? ''
    return Number(/p95 ([\d,]+) ms/.exec(text)?.[1]?.replace(',', ''))
  })
  return { minutes, ...beginAndEnd('', samples) }
}

/** The same wall by MSE. */
async function leaveMseAlone(page: Page, parts: Parts, minutes: number): Promise<Record<string, number>> {
  console.log('… by MSE:')
  const cameras = parts.chain.cameras('360p15', 16).map(({ camera }) => camera)
  await page.evaluate(({ urls, type }) => benchPage.openMse(urls, type), streamsOf(parts, '360p15', 16))
  const samples = await everyMinute(minutes, parts.browser, async () => {
    await page.waitForTimeout(MINUTE_MS - LOOK_MS)
    const { sightings } = await page.evaluate((ms) => benchPage.watch(ms), LOOK_MS)
    return quantile(judge(sightings, cameras).ages, 0.95)
  })
  return { mse_minutes: minutes, ...beginAndEnd('mse_', samples) }
}
