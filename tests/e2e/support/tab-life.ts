import type { Page, Request } from '@playwright/test'

/** Whatever hangs fails in this time, and says what it was. */
export const HANG_MS = 20_000
/** A browser tells in this time that a process is gone. */
const TELL_MS = 5_000

/** What this work brings, if it does so in time. Fails with what was waited for. */
export async function within<T>(what: string, work: Promise<T>, ms = HANG_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Did not come within ${ms} ms: ${what}.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether the process of this tab is gone. Tabs share processes, and Playwright does not hear of the end of those that were being loaded: the
 * browser tells whoever asks anew.
 */
export async function hasCrashed(tab: Page): Promise<boolean> {
  if (tab.isClosed()) return true
  const session = await within('a session with the tab', tab.context().newCDPSession(tab), TELL_MS)
  const crashed = new Promise<boolean>((resolve) => {
    session.on('Inspector.targetCrashed', () => resolve(true))
  })
  const answered = session.send('Inspector.enable').then(() => session.send('Runtime.evaluate', { expression: '1' }))
  return within('a sign of life', Promise.race([crashed, answered.then(() => false)]), TELL_MS).catch(() => false)
}

/** The release of the app whose script this page runs (`tests/support/deployments.ts`), `NaN` for a page that is not the app's. */
export async function releaseOf(tab: Page): Promise<number> {
  const script = await tab.locator('script[type=module]').first().getAttribute('src', { timeout: TELL_MS })
  return Number(/-r(\d+)\.js$/.exec(script ?? '')?.[1])
}

const pending = new WeakMap<Page, Set<Request>>()

/** Keeps a list of what the tab waits for, for `describeTab`. */
export function watchRequests(tab: Page): void {
  const requests = new Set<Request>()
  pending.set(tab, requests)
  tab.on('request', (request) => requests.add(request))
  tab.on('requestfinished', (request) => requests.delete(request))
  tab.on('requestfailed', (request) => requests.delete(request))
}

/** One line on a tab that does not do what it should: where it is, of which release, what it shows, what it waits for. */
export async function describeTab(tab: Page): Promise<string> {
  const look = () => `${document.readyState}, "${document.body?.innerText.slice(0, 200).replaceAll('\n', ' | ')}"`
  const state = await within('an answer', tab.evaluate(look), TELL_MS).catch(String)
  const waitsFor = [...(pending.get(tab) ?? [])].map((request) => request.url())
  const release = await releaseOf(tab).catch(String)
  const workers = await within('the state of service workers', Promise.any(tab.context().pages().map(serviceWorkersOf)), TELL_MS).catch(
    String,
  )
  return `${tab.url()}, release ${release}: ${state}; waits for ${waitsFor.join(' ') || 'nothing'}; service workers: ${workers}`
}

/** The versions of service workers that the browser has, as it tells them itself to any tab that it still answers. */
async function serviceWorkersOf(tab: Page): Promise<string> {
  const session = await tab.context().newCDPSession(tab)
  const told = new Map<string, string>()
  const all = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, status, runningStatus } of versions) told.set(versionId, `${versionId} ${status}, ${runningStatus}`)
      if (versions.length > 0) resolve()
    })
  })
  await session.send('ServiceWorker.enable')
  await all
  await session.detach()
  return [...told.values()].join('; ')
}
