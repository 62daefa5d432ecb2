/**
 * `npm run size`: the bytes of script, compressed, that the sign-in page and the wall with four cameras load, and the bytes of script and style of the page of a share. A real browser loads
 * them from the real service, without a service worker, through a proxy that sees the requests of the workers too. Ends with one
 * line of JSON, and with exit code 1 when the scripts of a page are above its bar. The workers' scripts are counted apart.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

const SIGN_IN_BAR_KB = 185
const LIVE_BAR_KB = 260
/** With its styles. */
const SHARE_BAR_KB = 120
const CAMERAS = 4
/** Nothing was asked for during this time: the page has what it wants. */
const QUIET_MS = 2_000
const dist = join(dirname(dirname(import.meta.dirname)), 'dist')

interface ScriptFile {
  name: string
  gzBytes: number
}
interface Loaded {
  page: ScriptFile[]
  workers: ScriptFile[]
}

interface Sizes {
  signIn: Loaded
  live: Loaded
  share: Loaded
}

async function untilQuiet(page: Page, proxy: TcpProxy): Promise<void> {
  for (let seen = -1; seen !== proxy.requestedPaths.length; ) {
    seen = proxy.requestedPaths.length
    await page.waitForTimeout(QUIET_MS)
  }
}

/** What any page of this run has loaded itself. */
const everOfPage = new Set<string>()

/**
 * The scripts of the page as it stands, without those that it fetches afterwards for times without a network (`keep-ready.ts`). Its own timeline
 * holds what it loaded, also from the cache, but nothing that a worker loaded; the proxy has seen both.
 */
async function scriptsOf(page: Page, proxy: TcpProxy, kinds = ['.js']): Promise<Loaded> {
  await untilQuiet(page, proxy)
  const loaded = await page.evaluate(() => {
    const [{ startTime: laterMs } = { startTime: Number.POSITIVE_INFINITY }] = performance.getEntriesByName('sightline-keeping-ready')
    return performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, isLater: startTime >= laterMs }))
  })
  for (const { path } of loaded) everOfPage.add(path)
  const timeline = loaded.filter(({ isLater }) => !isLater).map(({ path }) => path)
  const isOfWorker = (path: string) => /-worker-[^/]*$/.test(path)
  const measure = (paths: string[]): ScriptFile[] =>
    [...new Set(paths.filter((path) => kinds.some((kind) => path.endsWith(kind))))].map((path) => {
      const name = path.replace(/^\/user\//, '')
      return { name, gzBytes: gzipSync(readFileSync(join(dist, name)), { level: 9 }).length }
    })
  return {
    page: measure(timeline.filter((path) => !isOfWorker(path))),
    workers: measure(proxy.requestedPaths.filter((path) => isOfWorker(path) || !everOfPage.has(path))),
  }
}

async function load(browser: Browser, stack: Stack, proxy: TcpProxy, port: number): Promise<Sizes> {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const user = stack.user()
  await page.goto(stack.address('/login', port))
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.waitFor()
  const signIn = await scriptsOf(page, proxy)
  await page.getByLabel('User name').fill(user.loginName)
  await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await button.click()
  await page.waitForURL((url) => url.pathname.endsWith('/live'))
  // Opened anew, so that its timeline holds the wall alone and not the sign-in page.
  await page.goto(stack.address('/live?split=4', port))
  const cameras = page.locator('[role=treeitem][data-kind=camera]')
  for (let index = 0; index < CAMERAS; index++) {
    await cameras.nth(index).dblclick()
    await page.locator(`[data-cell="${index}"][data-state="playing"]`).waitFor()
  }
  const live = await scriptsOf(page, proxy)
  await context.close()
  return { signIn, live, share: await loadShare(browser, stack, proxy, port) }
}

/** Of a link that opens nothing: what the page is made of is all there. */
async function loadShare(browser: Browser, stack: Stack, proxy: TcpProxy, port: number): Promise<Loaded> {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  proxy.requestedPaths.length = 0
  await page.goto(stack.address(`/archives-share/${'0'.repeat(32)}${'a'.repeat(43)}`, port))
  await page.getByRole('alert').waitFor()
  return scriptsOf(page, proxy, ['.js', '.css'])
}

/** Kilobytes of 1000 bytes, to a tenth. */
function kb(files: ScriptFile[]): number {
  return Math.round(files.reduce((sum, file) => sum + file.gzBytes, 0) / 100) / 10
}

function print(title: string, { page, workers }: Loaded, barKb: number): boolean {
  console.log(`\n${title}`)
  for (const [kind, files] of [
    ['page', page],
    ['worker', workers],
  ] as const)
    for (const { name, gzBytes } of files.toSorted((one, other) => other.gzBytes - one.gzBytes))
      console.log(`${(gzBytes / 1000).toFixed(1).padStart(8)} kB  ${kind.padEnd(6)}  ${name}`)
  console.log(`${kb(page).toFixed(1).padStart(8)} kB  page, of ${barKb} kB allowed`)
  console.log(`${kb(workers).toFixed(1).padStart(8)} kB  workers`)
  return kb(page) <= barKb
}

async function measure(): Promise<Sizes> {
  const port = await freePort()
  const stack = await Stack.start(['simulator'], { throughPort: port })
  const proxy = new TcpProxy(stack.port)
  const browser = await chromium.launch({ args: chromiumFlags, executablePath: findChromium() })
  try {
    await proxy.listen(port)
    return await load(browser, stack, proxy, port)
  } finally {
    await browser.close()
    await proxy.close()
    await stack.close()
  }
}

const { signIn, live, share } = await measure()
const isWithin = [
  print('Sign-in page', signIn, SIGN_IN_BAR_KB),
  print('Wall with four cameras', live, LIVE_BAR_KB),
  print('Page of a share', share, SHARE_BAR_KB),
].every(Boolean)
if (!isWithin) process.exitCode = 1
console.log(
  JSON.stringify({
    sign_in_kb_gz: kb(signIn.page),
    live_kb_gz: kb(live.page),
    share_kb_gz: kb(share.page),
    sign_in_workers_kb_gz: kb(signIn.workers),
    live_workers_kb_gz: kb(live.workers),
  }),
)
