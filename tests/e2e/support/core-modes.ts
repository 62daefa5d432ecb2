import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import {
  attachToSharedWorker,
  attachToSharedWorkers,
  attachToWorkerOf,
  countPorts,
  processOfSharedWorker,
  WorkerGone,
} from './shared-worker.ts'
import { expect } from './expect.ts'
import { within } from './tab-life.ts'
import { isWithoutSharedWorker } from './without-shared-worker.ts'

/** A way in which tabs share the core; the tests of tabs run in each. */
interface CoreMode {
  name: string
  /** Options of the browser context. */
  use: { serviceWorkers?: 'block' }
  prepare(context: BrowserContext): Promise<void>
  /** How tabs that do not host the core reach it. */
  route: 'shared worker' | 'port' | 'bus'
  /** Waits until tabs that open now reach the core by this route. */
  settled(tab: Page): Promise<void>
  /** A session of the developer tools on the core's worker. */
  attach(browser: Browser, tabs: Page[]): Promise<CDPSession>
  /** Blocks the thread of the core for this time, ms. */
  hang(browser: Browser, tabs: Page[], ms: number): Promise<void>
  /** How many workers run the core; one that hangs is seen by its lock. */
  countWorkers(browser: Browser, tabs: Page[]): Promise<number>
  /** How many message ports live in the core's workers, after a garbage collection. */
  countPorts(browser: Browser, tabs: Page[]): Promise<number>
  /** Kills the process in which the core runs. */
  kill(browser: Browser, tabs: Page[]): Promise<void>
}

/** A worker that runs answers in this time. */
const ANSWER_MS = 5_000
/** Asked of the worker's own loop: one that the browser has halted answers its tools all the same. */
const TURN = { expression: 'new Promise((resolve) => setTimeout(resolve))', awaitPromise: true }

/**
 * The shared workers that run. The browser may keep one that it has halted, before it starts or as it ends: it has no lock and no port, and no page
 * waits for it.
 */
async function running(browser: Browser): Promise<CDPSession[]> {
  const workers = await attachToSharedWorkers(browser)
  const answered = await Promise.all(
    workers.map((worker) =>
      within('an answer', worker.send('Runtime.evaluate', TURN), ANSWER_MS).then(
        () => [worker],
        () => [],
      ),
    ),
  )
  const all = answered.flat()
  if (all.length < workers.length) console.log(`${workers.length - all.length} of ${workers.length} shared workers do not run`)
  return all
}

function noneWhenGone(fault: unknown): number {
  if (fault instanceof WorkerGone) return 0
  throw fault
}

function busyFor(ms: number): void {
  const untilMs = Date.now() + ms
  while (Date.now() < untilMs);
}

const shared: CoreMode = {
  name: 'in a shared worker',
  use: {},
  route: 'shared worker',
  prepare: async () => {},
  settled: async () => {},
  attach: attachToSharedWorker,
  hang: async (browser, _tabs, ms) => {
    const worker = await attachToSharedWorker(browser)
    void worker.send('Runtime.evaluate', { expression: `(${busyFor.toString()})(${ms})` })
  },
  countWorkers: async (browser) => (await running(browser)).length,
  countPorts: async (browser) => {
    const counts = await Promise.all(
      (await running(browser)).map((worker) => within('the ports of a worker', countPorts(worker).catch(noneWhenGone))),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  },
  kill: async (browser) => {
    process.kill(await processOfSharedWorker(browser), 'SIGKILL')
  },
}

/** The core's worker in a tab that hosts it. */
function hostedBy(page: Page) {
  return page.workers().find((worker) => worker.url().includes('/shared-worker-'))
}

/** The tab that hosts the core. */
function hostOf(tabs: Page[]): Page {
  const hosts = tabs.filter((tab) => !tab.isClosed() && hostedBy(tab) !== undefined)
  if (hosts.length !== 1) throw new Error(`${hosts.length} tabs host the core.`)
  return hosts[0] as Page
}

export const elected: CoreMode = {
  name: 'in a tab, without SharedWorker',
  use: {},
  route: 'port',
  prepare: async (context) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SharedWorker')
      const Bus = globalThis.BroadcastChannel
      globalThis.BroadcastChannel = class extends Bus {
        constructor(name: string) {
          super(name)
          if (name.startsWith('sightline-host')) Object.assign(globalThis, { hasUsedBus: true })
        }
      }
    })
  },
  settled: async (tab) => {
    const hasAddress = async () => (await navigator.locks.query()).held?.some(({ name }) => name?.includes(' at '))
    await expect.poll(() => tab.evaluate(hasAddress)).toBe(true)
  },
  attach: async (_browser, tabs) => attachToWorkerOf(hostOf(tabs)),
  hang: async (_browser, tabs, ms) => {
    // Ends with the worker, which is not waited for.
    hostedBy(hostOf(tabs))
      ?.evaluate(busyFor, ms)
      .catch(() => {})
  },
  countWorkers: async (_browser, tabs) => tabs.filter(hostedBy).length,
  countPorts: async (_browser, tabs) => countPorts(await attachToWorkerOf(hostOf(tabs))),
  kill: async (_browser, tabs) => {
    const host = hostOf(tabs)
    const session = await host.context().newCDPSession(host)
    // A page that has crashed does not answer.
    session.send('Page.crash').catch(() => {})
  },
}

/** How tabs share the core in this run's browser. */
export const usualMode = isWithoutSharedWorker ? elected : shared

export const coreModes: CoreMode[] = [
  ...(isWithoutSharedWorker ? [] : [shared]),
  elected,
  {
    ...elected,
    name: 'in a tab, without SharedWorker and service worker',
    use: { serviceWorkers: 'block' },
    route: 'bus',
    settled: shared.settled,
  },
]

/** How this tab reached the core that another one hosts. */
export async function routeOf(tab: Page): Promise<CoreMode['route']> {
  if (await tab.evaluate(() => 'SharedWorker' in globalThis)) return 'shared worker'
  return (await tab.evaluate(() => 'hasUsedBus' in globalThis)) ? 'bus' : 'port'
}
