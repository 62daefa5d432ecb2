import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'
import { Stack } from '#tests/support/stack.ts'

const BAR_MS = 2_000
const SLOW_DOWN = 4
const GIVE_UP_MS = 30_000
/** The menu, the tree of sites and devices, and the stamp that says as of when it is true. */
const usable = ['nav[aria-label="Main menu"] a', '[role="treeitem"][aria-level="1"]', '[role="treeitem"][aria-level="2"]', 'main time']

interface Marks {
  usableMs?: number
  firstPaintMs?: number
}
/** `scripts`: files of script that the page itself has loaded. `busyMs`: processor time of the page's main thread until then, the slow-down included; what a start takes on a machine at rest at least. */
type ColdStart = Required<Marks> & { busyMs: number; scripts: number; load: number }

/**
 * Opens the app without a network, in a browser that was closed before: from the navigation to the menu with sites and devices, and the
 * stamp that says as of when they were true. The browser slows down the page's main thread four times; it can slow down neither
 * workers nor its own processes, which run as fast as the machine. Those, and whatever else the machine does, are in the wall-clock
 * figures, so that the load is printed beside them; `busy` is the main thread's own processor time.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { starts: { type: 'string', default: '20' } } })
  const profile = mkdtempSync(join(tmpdir(), 'sightline-offline-'))
  try {
    const address = await visitOnce(profile)
    const marks: ColdStart[] = []
    for (let start = 1; start <= Number(values.starts); start += 1) {
      const mark = await coldStart(profile, address)
      marks.push(mark)
      console.log(
        `  start ${String(start).padStart(2)}   first paint ${mark.firstPaintMs.toFixed(0).padStart(5)} ms   usable ${mark.usableMs.toFixed(0).padStart(5)} ms   busy ${mark.busyMs.toFixed(0).padStart(5)} ms   load ${mark.load.toFixed(1)}`,
      )
    }
    const [p50Ms, p95Ms] = [0.5, 0.95].map((share) => percentile(marks, 'usableMs', share)) as [number, number]
    const busyP95Ms = percentile(marks, 'busyMs', 0.95)
    const starts = marks.length
    const scripts = Math.max(...marks.map((mark) => mark.scripts))
    const mostLoad = Math.max(...marks.map(({ load }) => load))
    console.log(
      `  ${starts} cold starts, processor ${SLOW_DOWN} times slower: p50 ${p50Ms} ms, p95 ${p95Ms} ms; page busy ${busyP95Ms} ms (p95); ${scripts} files of script; load at most ${mostLoad.toFixed(1)}`,
    )
    const figures = { starts, slowDown: SLOW_DOWN, p50Ms, p95Ms, busyP95Ms, scripts, mostLoad }
    console.log(JSON.stringify({ bench: 'offline', barMs: BAR_MS, isWithinBar: p95Ms <= BAR_MS, ...figures }))
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

function percentile(starts: ColdStart[], figure: 'usableMs' | 'busyMs', share: number): number {
  const sorted = starts.map((start) => start[figure]).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
}

function open(profile: string): Promise<BrowserContext> {
  const executablePath = findChromium()
  return chromium.launchPersistentContext(profile, {
    args: chromiumFlags,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    ...(executablePath === undefined ? {} : { executablePath }),
  })
}

/** Signs in with a network and lets the app keep what it keeps; then the service and the devices are gone. Answers its address. */
async function visitOnce(profile: string): Promise<string> {
  const stack = await Stack.start(['simulator'])
  const context = await open(profile)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const { loginName, password } = stack.user()
    await page.goto(stack.address('/live'))
    await page.getByLabel('User name').fill(loginName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('treeitem').first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // A second visit is the service worker's, as every later one.
    await page.reload()
    await page.getByRole('treeitem').first().waitFor()
    return stack.address('/live')
  } finally {
    await context.close()
    await stack.close()
  }
}

async function coldStart(profile: string, address: string): Promise<ColdStart> {
  const context = await open(profile)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.addInitScript(watchForUsable, usable)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(address, { waitUntil: 'commit' })
    const marks = await readMarks(page)
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)
    const { metrics } = await session.send('Performance.getMetrics')
    return {
      ...marks,
      busyMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000,
      scripts,
      load: loadavg()[0] ?? 0,
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page, before anything of it: notes when everything is there that makes it usable. */
function watchForUsable(selectors: string[]): void {
  const look = new MutationObserver(() => {
    if (!selectors.every((selector) => document.querySelector(selector) !== null)) return
    look.disconnect()
    // What is in the document is on the screen with the next picture.
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { usableMs: performance.now() })))
  })
  look.observe(document, { childList: true, subtree: true })
}

async function readMarks(page: Page): Promise<Required<Marks>> {
  await page.waitForFunction(() => (globalThis as Marks).usableMs !== undefined, undefined, { timeout: GIVE_UP_MS, polling: 100 })
  return page.evaluate(() => ({
    usableMs: (globalThis as Marks).usableMs ?? Number.NaN,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
}
