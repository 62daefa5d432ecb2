import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, chromium, type BrowserContext, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { attachToSharedWorker } from './support/shared-worker.ts'
import { expect, expectLive, openCamera, signIn } from './support/test.ts'

/** Every tab knows of the end of the session within this time. */
const EVERYWHERE_WITHIN_MS = 1_000
const ALIAS = 'Zaphodine Quux-Beeblebrox'

const test = base.extend<{ net: { stack: Stack; proxy: TcpProxy; port: number } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  net: async ({}, lend) => {
    const port = await freePort()
    const stack = await Stack.start(['simulator'], { throughPort: port })
    const proxy = new TcpProxy(stack.port)
    await proxy.listen(port)
    await lend({ stack, proxy, port })
    await proxy.close()
    await stack.close()
  },
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Opens the account page in one tab and the wall in two more, and says how long all take to leave when the first signs out. */
async function msToLeave(page: Page, stack: Stack, port: number, before: () => void = () => {}): Promise<number> {
  await signIn(page, stack, { port, path: '/account' })
  const others = [await page.context().newPage(), await page.context().newPage()]
  for (const other of others) {
    await other.goto(stack.address('/live', port))
    await expect(other.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  }
  await page.bringToFront()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  before()
  const fromMs = Date.now()
  await Promise.all([signOut(page), ...[page, ...others].map((tab) => tab.waitForURL(/\/user\/login/))])
  return Date.now() - fromMs
}

/** Codes by which the sessions ended, as the service has them. */
function endedCodes(stack: Stack): unknown[] {
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { readOnly: true })
  const rows = db.prepare('select ended_code from session').all()
  db.close()
  return rows.map((row) => row['ended_code'])
}

test('signing out in one tab reaches every other within a second', async ({ page, net }) => {
  expect(await msToLeave(page, net.stack, net.port)).toBeLessThan(EVERYWHERE_WITHIN_MS)
  await expect.poll(() => endedCodes(net.stack)).toEqual([10002])
  await expect.poll(async () => (await net.stack.stats('service'))['pushSockets']).toBe(0)
})

test('signing out without a network does too, and the service is told when it can be', async ({ page, net }) => {
  expect(await msToLeave(page, net.stack, net.port, () => net.proxy.cut())).toBeLessThan(EVERYWHERE_WITHIN_MS)
  expect(endedCodes(net.stack)).toEqual([null])
  net.proxy.restore()
  await expect.poll(() => endedCodes(net.stack), { timeout: 30_000 }).toEqual([10002])
})

test('in the last minute a dialog asks whether somebody is there, and goes when somebody is', async ({ browser, page, net }) => {
  await signIn(page, net.stack, { port: net.port, path: '/account' })
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  // Time passes, and the service cannot contradict.
  net.proxy.cut()
  const later = (name: string) => `{ const real = ${name}.now.bind(${name}); ${name}.now = () => real() + 29.2 * 60_000 }`
  await page.evaluate(later('Date'))
  const worker = await attachToSharedWorker(browser)
  await worker.send('Runtime.evaluate', { expression: later('Date') + later('performance') })
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(dialog).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByRole('timer')).toHaveText(/You will be signed out in \d+ seconds?\./)
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/account/)
})

/** Files of a folder, all the way down. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Which files hold which of these texts, as UTF-8 or UTF-16. */
function findIn(folder: string, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')].map((bytes) => ({ text, bytes })))
  return filesOf(folder).flatMap((file) => {
    const held = readFileSync(file)
    return needles.filter(({ bytes }) => held.includes(bytes)).map(({ text }) => `${text} in ${file.slice(folder.length)}`)
  })
}

test.describe('on the disk of the browser', () => {
  let folder: string
  let context: BrowserContext
  const executablePath = findChromium()
  const open = async () => {
    const options = { args: chromiumFlags, locale: 'en-US', ...(executablePath === undefined ? {} : { executablePath }) }
    context = await chromium.launchPersistentContext(folder, options)
    return context.pages()[0] ?? context.newPage()
  }
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-profile-'))
  })
  test.afterEach(async () => {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a session outlives the browser, sealed; after signing out nothing personal is left but the language', async ({ net }) => {
    const { stack, proxy, port } = net
    const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'))
    db.prepare("update user set alias = ? where login_name = 'admin'").run(ALIAS)
    db.close()
    const page = await open()
    await signIn(page, stack, { port })
    await openCamera(page, 'Gate 1 – entry')
    await expectLive(page, 1)
    for (const path of ['/device/index', '/alerts', '/account']) await page.goto(stack.address(path, port))
    await expect(page.getByText(ALIAS).first().or(page.getByLabel('Name')).first()).toBeVisible()
    await page.getByRole('link', { name: 'Video' }).click()
    await expect(page.getByRole('treeitem', { name: /Gate 1 – entry/ })).toBeVisible()
    const tokens = [...proxy.tokens]
    expect(tokens.length).toBeGreaterThan(0)
    const personal = [ALIAS, 'admin@harbor-logistics.example', 'Gate 1 – entry', 'Shop recorder']
    await context.close()
    expect(findIn(folder, tokens)).toEqual([])

    const again = await open()
    await again.goto(stack.address('/account', port))
    await expect(again.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await signOut(again)
    await again.waitForURL(/\/user\/login/)
    await again.getByRole('button', { name: '简体中文' }).click()
    await expect(again.getByRole('button', { name: '登录' })).toBeVisible()
    await context.close()
    expect(findIn(folder, [...proxy.tokens, ...personal])).toEqual([])
    // What is looked for would be found: the language is.
    expect(findIn(folder, ['zh-CN'])).not.toEqual([])

    const later = await open()
    await later.goto(stack.address('/account', port))
    await expect(later.getByRole('button', { name: '登录' })).toBeVisible()
  })
})
