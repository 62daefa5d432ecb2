import type { BrowserContext, Page } from '@playwright/test'
import type { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { deploy, type Deployed, lendDeployed, offer } from './support/deployed.ts'
import { releaseOf } from './support/tab-life.ts'
import { expect, signIn, test as base } from './support/test.ts'
import { isWithoutSharedWorker } from './support/without-shared-worker.ts'

const test = base.extend<object, { deployed: Deployed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  deployed: [({}, lend) => lendDeployed(lend), { scope: 'worker' }],
})

/** Longer than a person keeps a kiosk from updating itself. */
const PERSON_GONE = '02:30'

const TYPED = 'typed on'

const nameField = (tab: Page) => tab.getByRole('textbox', { name: 'Name' })

/** While it waits the page looks for the new version past the service worker. */
const LOOKS_EVERY = '00:11'

/** Deploys the next release, and waits for the tab to offer it. */
async function deployOffered(releases: Deployed['releases'], tab: Page): Promise<number> {
  const release = await deploy(releases, tab)
  await expect(offer(tab)).toBeVisible()
  return release
}

/** Presses "Reload" and types on in the same moment: nothing can take over in between. */
async function askAndTypeOn(tab: Page): Promise<void> {
  await offer(tab).evaluate(
    (button: HTMLElement, { input, typed }) => {
      button.click()
      if (!(input instanceof HTMLInputElement)) throw new Error('There is nothing to type into.')
      input.focus()
      document.execCommand('insertText', false, typed)
    },
    { input: await nameField(tab).elementHandle(), typed: TYPED },
  )
}

/** Takes the network away while the version in charge has something to answer, which another one has to wait for. */
async function standStill(line: TcpProxy, other: Page): Promise<void> {
  line.blackHole()
  const hasAsked = other.waitForRequest(/\/objects\/logos\//)
  await other.evaluate(() => void (new Image().src = '/objects/logos/slow.png'))
  await hasAsked
}

/** Until the page looks for the new version past the service worker; unless that one has taken over meanwhile, and the page is another one. */
const waitAsLongAsItLooks = (tab: Page) => tab.clock.fastForward(LOOKS_EVERY).catch(() => undefined)

/** Waits, as the page's clock goes, until it has this release. */
async function expectReleaseByClock(tab: Page, release: number): Promise<void> {
  const look = async () => {
    await waitAsLongAsItLooks(tab)
    return releaseOf(tab)
  }
  await expect.poll(look).toBe(release)
}

/** How many pages that host a core can be found by others, by the locks that say where they are. */
const placesOfHosts = (tab: Page) =>
  tab.evaluate(async () => (await navigator.locks.query()).held?.filter(({ name }) => /^sightline-host .* at /.test(name ?? '')).length)

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

test('a new version that another tab takes is offered to a page that was being loaded; who asks for one while the network stands still is not shown the old one once more', {
  tag: '@deep',
}, async ({ page, context, deployed: { stack, releases, line, port } }) => {
  const first = releases.current
  await page.clock.install()
  await signIn(page, stack, { path: '/account', port })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const { tab: late, goOn } = await slowTab(context, stack.address('/account', port))

  await test.step('a page that was being loaded meanwhile is of the old version, and has the offer', async () => {
    const second = await deployOffered(releases, page)
    await offer(page).click()
    await expectReleaseByClock(page, second)
    await goOn()
    await expect(offer(late)).toBeVisible()
    expect(await releaseOf(late)).toBe(first)
  })

  await test.step('while the network stands still the old version is not shown once more; when it moves, the new one is there', async () => {
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    const third = await deployOffered(releases, page)
    await standStill(line, late)
    let loads = 0
    page.on('framenavigated', () => (loads += 1))
    await offer(page).click()
    await waitAsLongAsItLooks(page)
    line.restore()
    await expectReleaseByClock(page, third)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(offer(page)).toBeHidden()
    expect(loads).toBe(1)
    // Each hosts the core of its own version, and says where it is found.
    if (isWithoutSharedWorker) await expect.poll(() => placesOfHosts(page)).toBe(2)
  })

  for (const how of ['at once', 'when the network moves again']) {
    await test.step(`what is typed after the press is kept when the new version takes over ${how}, and asked about`, async () => {
      const [before, next] = [await releaseOf(page), await deployOffered(releases, page)]
      if (how !== 'at once') await standStill(line, late)
      await askAndTypeOn(page)
      await waitAsLongAsItLooks(page)
      line.restore()
      await waitAsLongAsItLooks(page)
      await expect(offer(page)).toBeEnabled()
      await expect(nameField(page)).toHaveValue(new RegExp(TYPED))
      expect(await releaseOf(page)).toBe(before)
      await offer(page).click()
      await page.getByRole('dialog', { name: 'Reload without saving?' }).getByRole('button', { name: 'Reload' }).click()
      await expectReleaseByClock(page, next)
    })
  }
})

test('a kiosk that somebody comes to while a new version takes over goes on until nobody is there', { tag: '@deep' }, async ({
  page,
  context,
  deployed: { stack, releases, line, port },
}) => {
  const first = releases.current
  await signIn(page, stack, { path: '/account', port })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const kiosk = await context.newPage()
  await kiosk.clock.install()
  await kiosk.goto(stack.address('/live?kiosk=true&split=1', port))
  await expect(kiosk.getByRole('group', { name: 'Video wall' })).toBeVisible()
  const second = await deployOffered(releases, page)
  await standStill(line, page)
  await kiosk.clock.fastForward(PERSON_GONE)
  await kiosk.mouse.move(200, 200)
  await kiosk.mouse.move(300, 300)
  // By one of these it would have another version now.
  const couldGo = Promise.race([
    kiosk.evaluate(() => new Promise<void>((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve()))),
    kiosk.waitForResponse((response) => new URL(response.url()).pathname === '/user/'),
  ])
  line.restore()
  await waitAsLongAsItLooks(kiosk)
  await couldGo
  await expect(kiosk.getByRole('group', { name: 'Video wall' })).toBeVisible()
  expect(await releaseOf(kiosk)).toBe(first)
  await kiosk.clock.fastForward(PERSON_GONE)
  await expectReleaseByClock(kiosk, second)
})
