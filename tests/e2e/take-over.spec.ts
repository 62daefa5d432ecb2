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

/** Longer than a page waits before it looks. */
const TAKEN_OVER_MS = 40_000

/** While it waits the page looks for the new version past the service worker. */
const LOOKS_EVERY = '00:11'

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

test('a new version that another tab takes is offered to a page that was being loaded; who asks for one while the network stands still is not shown the old one once more', async ({
  page,
  context,
  deployed: { stack, releases, line, port },
}) => {
  await page.clock.install()
  await signIn(page, stack, { path: '/account', port })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const { tab: late, goOn } = await slowTab(context, stack.address('/account', port))
  const reaches = (tab: Page, release: number) => expect.poll(() => releaseOf(tab), { timeout: TAKEN_OVER_MS }).toBe(release)

  await test.step('a page that was being loaded meanwhile is of the old version, and has the offer', async () => {
    const second = await deploy(releases, page)
    await offer(page).click()
    await reaches(page, second)
    await goOn()
    await expect(offer(late)).toBeVisible()
    expect(await releaseOf(late)).toBe(1)
  })

  await test.step('while the network stands still the old version is not shown once more; when it moves, the new one is there', async () => {
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    const third = await deploy(releases, page)
    line.blackHole()
    // Something that the version in charge has to answer first.
    const hasAsked = late.waitForRequest(/\/objects\/logos\//)
    await late.evaluate(() => void (new Image().src = '/objects/logos/slow.png'))
    await hasAsked
    let loads = 0
    page.on('framenavigated', () => (loads += 1))
    await offer(page).click()
    // Unless the new one has taken over all the same, and the page is another one.
    const waitAsLongAsItLooks = () => page.clock.fastForward(LOOKS_EVERY).catch(() => undefined)
    await waitAsLongAsItLooks()
    line.restore()
    await waitAsLongAsItLooks()
    await reaches(page, third)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(offer(page)).toBeHidden()
    expect(loads).toBe(1)
  })
})
