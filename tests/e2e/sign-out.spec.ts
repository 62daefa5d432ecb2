import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/depth.ts'
import type { Stack } from '#tests/support/stack.ts'
import { forgetChoices } from './support/forget-choices.ts'
import { usualMode } from './support/core-modes.ts'
import { test } from './support/net.ts'
import { expect, signIn } from './support/test.ts'

/** Every tab knows of the end of the session within this time; in the short form, beside other tests, that it does at all. */
const EVERYWHERE_WITHIN_MS = deep(1_000, 20_000)

test.use({ serviceWorkers: deep('allow', 'block') })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** In how many tabs beside the one that signs out. */
const OTHERS = deep(2, 1)

/** Opens the account page in one tab and the wall in the others, and says how long all take to leave when the first signs out. */
async function msToLeave(page: Page, stack: Stack, port: number, before: () => void = () => {}): Promise<number> {
  await signIn(page, stack, { port, path: '/account' })
  const others: Page[] = []
  while (others.length < OTHERS) {
    const other = await page.context().newPage()
    others.push(other)
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

/** The code by which the newest session ended, as the service has it. */
function endedCode(stack: Stack): unknown {
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { readOnly: true })
  const row = db.prepare('select ended_code from session order by created_at_ms desc limit 1').get()
  db.close()
  return row?.['ended_code']
}

test('signing out in one tab reaches every other, within a second where nothing else runs', { tag: deep(['@alone'], []) }, async ({
  page,
  net,
}) => {
  expect(await msToLeave(page, net.stack, net.port)).toBeLessThan(EVERYWHERE_WITHIN_MS)
  await expect.poll(() => endedCode(net.stack)).toBe(10002)
  await expect.poll(async () => (await net.stack.stats('service'))['pushSockets']).toBe(0)
})

test('after signing out the browser keeps the language alone; theme, rail and panel come back with the person on another machine', {
  tag: '@deep',
}, async ({ browser, page, net }) => {
  const { stack, port } = net
  const rail = (of: Page) => of.getByRole('button', { name: /the names of the pages$/ })
  const cameras = (of: Page) => of.getByRole('button', { name: /the cameras$/ })
  const theme = (of: Page) => of.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, stack, { port })
  await rail(page).click()
  await cameras(page).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByLabel('Language').selectOption('English')
  await page.getByLabel('Theme').selectOption('Dark')
  await expect.poll(() => theme(page)).toBe('dark')
  const chosen = () => {
    const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { readOnly: true })
    const row = db.prepare("select theme, choices from user where login_name = 'admin'").get()
    db.close()
    return { ...row }
  }
  await expect.poll(chosen).toEqual({ theme: 'dark', choices: '{"rail":"open","cameras":"closed"}' })
  await signOut(page)
  await page.waitForURL(/\/user\/login/)
  await expect.poll(() => theme(page), 'the theme of the system').toBe('light')
  const left = () => page.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }))
  await expect.poll(left).toEqual({ local: ['sightline.language'], session: [] })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await left()).toEqual({ local: ['sightline.language'], session: [] })
  expect(await theme(page)).toBe('light')

  const elsewhere = await (await browser.newContext({ colorScheme: 'light' })).newPage()
  // Every theme that it shows from the sign-in on.
  await elsewhere.addInitScript(() => {
    new MutationObserver(() => {
      const shown = document.documentElement.getAttribute('data-mantine-color-scheme') ?? ''
      if (document.querySelector('nav')) sessionStorage.setItem('shown', `${sessionStorage.getItem('shown') ?? ''} ${shown}`)
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  await signIn(elsewhere, stack, { port, path: '/account' })
  await expect(elsewhere.getByLabel('Theme')).toHaveValue('dark')
  await expect(rail(elsewhere)).toHaveAttribute('aria-expanded', 'true')
  expect(await elsewhere.evaluate(() => sessionStorage.getItem('shown'))).toMatch(/^( dark)+$/)
  await elsewhere.getByRole('link', { name: 'Video', exact: true }).click()
  await expect(elsewhere.getByRole('button', { name: 'Show the cameras' })).toHaveAttribute('aria-pressed', 'false')
  await elsewhere.context().close()
  forgetChoices(stack)
})

test('signing out without a network does too, and the service is told when it can be', { tag: ['@alone', '@deep'] }, async ({
  page,
  net,
}) => {
  expect(await msToLeave(page, net.stack, net.port, () => net.proxy.cut())).toBeLessThan(EVERYWHERE_WITHIN_MS)
  expect(endedCode(net.stack)).toBe(null)
  net.proxy.restore()
  await expect.poll(() => endedCode(net.stack), { timeout: 30_000 }).toBe(10002)
})

test('in the last minute a dialog asks whether somebody is there, and goes when somebody is', { tag: '@deep' }, async ({
  browser,
  page,
  net,
}) => {
  await signIn(page, net.stack, { port: net.port, path: '/account' })
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  // Time passes, and the service cannot contradict.
  net.proxy.cut()
  const later = (name: string) => `{ const real = ${name}.now.bind(${name}); ${name}.now = () => real() + 29.2 * 60_000 }`
  await page.evaluate(later('Date'))
  const worker = await usualMode.attach(browser, [page])
  await worker.send('Runtime.evaluate', { expression: later('Date') + later('performance') })
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(dialog).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByRole('timer')).toHaveText(/You will be signed out in \d+ seconds?\./)
  // By key: a mouse on its way there shows already that somebody is, and the dialog may go before it is pressed.
  await dialog.getByRole('button', { name: 'Stay signed in' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/account/)
})
