import type { BrowserContext, Page } from '@playwright/test'
import { Deployments } from '#tests/support/deployments.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { releaseOf } from './support/tab-life.ts'
import { expect, signIn, test as base } from './support/test.ts'

/** A stack whose app is deployed anew while it runs, behind a line that can stand still. */
const test = base.extend<{ deployed: { stack: Stack; releases: Deployments; line: TcpProxy; port: number } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  deployed: async ({}, lend) => {
    const releases = new Deployments()
    const port = await freePort()
    const stack = await Stack.start(['simulator'], { throughPort: port, distFolder: releases.folder })
    const line = new TcpProxy(stack.port)
    await line.listen(port)
    await lend({ stack, releases, line, port })
    await line.close()
    await stack.close()
    releases.remove()
  },
})

/** Browsers take their time until the old version has nothing to do, on a machine that has much else to do above all. */
const TAKEN_OVER_MS = 60_000

const offer = (tab: Page) => tab.getByRole('button', { name: 'Reload' })

/** Deploys the next release, which the tab finds, and offers. */
async function deploy(releases: Deployments, tab: Page): Promise<number> {
  const release = releases.next()
  await tab.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(offer(tab)).toBeVisible()
  return release
}

/** A tab that is being loaded until it is let go on: its locks are not granted before that. */
async function slowTab(context: BrowserContext, address: string): Promise<{ tab: Page; goOn: () => Promise<void> }> {
  const tab = await context.newPage()
  await tab.addInitScript(() => {
    const { request } = LockManager.prototype
    const held = new Promise<void>((resolve) => Object.assign(globalThis, { goOn: resolve }))
    LockManager.prototype.request = async function (this: LockManager, ...args: unknown[]) {
      await held
      return Reflect.apply(request, this, args) as Promise<never>
    }
  })
  await tab.goto(address)
  return { tab, goOn: () => tab.evaluate(() => (globalThis as unknown as { goOn: () => void }).goOn()) }
}

test('a new version that another tab takes is offered to a page that was being loaded; who asked for it while the network stood still has it in the end', async ({
  page,
  context,
  deployed: { stack, releases, line, port },
}) => {
  await page.clock.install()
  await signIn(page, stack, { path: '/account', port })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const { tab: loading, goOn } = await slowTab(context, stack.address('/account', port))
  const release = await deploy(releases, page)

  await test.step('the old version is shown once more while it waits for what was asked of it, then the new one comes by itself', async () => {
    line.blackHole()
    const hasAsked = loading.waitForRequest(/\/objects\/logos\//)
    await loading.evaluate(() => void (new Image().src = '/objects/logos/slow.png'))
    await hasAsked
    await offer(page).click()
    await expect(page.getByText('The newer version is taking over…')).toBeVisible()
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.clock.runFor('00:31')
    await reloaded
    expect(await releaseOf(page)).toBe(1)
    line.restore()
    await expect.poll(() => releaseOf(page), { timeout: TAKEN_OVER_MS }).toBe(release)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(offer(page)).toBeHidden()
  })

  await test.step('the page that was being loaded meanwhile is of the old version, and has the offer', async () => {
    await goOn()
    await expect(offer(loading)).toBeVisible()
    expect(await releaseOf(loading)).toBe(1)
    await offer(loading).click()
    await expect.poll(() => releaseOf(loading)).toBe(release)
  })
})
