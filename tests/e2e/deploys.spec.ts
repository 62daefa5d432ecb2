import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { watchedLaunch } from '#tests/support/chromium.ts'
import type { Stack } from '#tests/support/stack.ts'
import { deploy, type Deployed, deployUnseen, expectRelease, lendDeployed, offer } from './support/deployed.ts'
import { releaseOf } from './support/tab-life.ts'
import { expect, signIn, watchComplaints } from './support/test.ts'
import { withoutSharedWorkerFlags } from './support/without-shared-worker.ts'

// Without a debugger a new version takes over later, up to half a minute on a machine that has much else to do: these tests would wait for it.
const chromium = watchedLaunch()

const test = base.extend<object, { deployed: Deployed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  deployed: [({}, lend) => lendDeployed(lend), { scope: 'worker' }],
})

test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...withoutSharedWorkerFlags] } })

/** Longer than a person, or an alarm, keeps a kiosk from updating itself. */
const PERSON_GONE = '02:30'
const ALARM_OVER = '10:30'

async function openTab(context: BrowserContext, stack: Stack, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(stack.address(path))
  await expect(tab.locator('#page')).toBeVisible()
  return tab
}

test('three releases in a row reach four open tabs and a kiosk, each in its own time, and nobody sees a chunk that failed', {
  tag: '@deep',
}, async ({ context, page, deployed: { stack, releases } }) => {
  // Five pages are loaded anew up to three times: half a minute on a quiet machine.
  test.slow()
  const expectOneSocket = async () => {
    await expect.poll(async () => (await stack.stats('service'))['pushSockets']).toBe(1)
    await expect.poll(async () => (await stack.stats('plugin'))['controlSockets']).toBe(1)
  }
  const first = releases.current
  await signIn(page, stack, { path: '/account' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const [typing, late, latest] = [
    await openTab(context, stack, '/account'),
    await openTab(context, stack, '/alerts'),
    await openTab(context, stack, '/alerts'),
  ]
  const kiosk = await context.newPage()
  await kiosk.clock.install()
  await kiosk.goto(stack.address('/live?kiosk=true&split=1'))
  await expect(kiosk.getByRole('group', { name: 'Video wall' })).toBeVisible()
  await expect(kiosk.getByRole('navigation')).toHaveCount(0)
  const tabs = [page, typing, late, latest, kiosk]
  const complaints = tabs.map(watchComplaints)
  await expectOneSocket()

  await test.step('the second release is offered; who takes it has it, the others go on', async () => {
    const second = await deploy(releases, page)
    for (const tab of [page, typing, late, latest]) await expect(tab.getByText('A new version is ready.')).toBeVisible()
    await typing.getByRole('textbox', { name: 'Name' }).fill('Not saved yet')
    await offer(page).click()
    await expectRelease(page, second)
    await expect(page.getByText('A new version is ready.')).toBeHidden()
    expect(await Promise.all([typing, late, latest, kiosk].map(releaseOf))).toEqual([first, first, first, first])
    await expectOneSocket()
  })

  await test.step('with the third one, tabs of the first still find their parts', async () => {
    const third = await deploy(releases, page)
    await offer(page).click()
    await expectRelease(page, third)
    await late.getByRole('link', { name: 'Devices' }).click()
    await expect(late.getByRole('heading', { name: 'Devices' })).toBeVisible()
    expect(await releaseOf(late)).toBe(first)
    await expectOneSocket()
  })

  await test.step('what is not saved is asked about', async () => {
    await offer(typing).click()
    await expect(typing.getByRole('dialog', { name: 'Reload without saving?' })).toBeVisible()
    await typing.getByRole('button', { name: 'Keep typing' }).click()
    await expect(typing.getByRole('textbox', { name: 'Name' })).toHaveValue('Not saved yet')
    await offer(typing).click()
    await typing.getByRole('dialog').getByRole('button', { name: 'Reload' }).click()
    await expectRelease(typing, releases.current)
  })

  await test.step('the kiosk updates itself when no alarm is on', async () => {
    // Its camera goes away: that is an alarm.
    await stack.stopPart('simulator')
    await latest
      .getByRole('button', { name: /new alarm/ })
      .or(latest.getByRole('cell', { name: 'Device offline' }))
      .first()
      .waitFor()
    await kiosk.clock.fastForward(PERSON_GONE)
    await kiosk.clock.runFor(1_000)
    expect(await releaseOf(kiosk)).toBe(first)
    await kiosk.clock.fastForward(ALARM_OVER)
    await expectRelease(kiosk, releases.current)
    await expect(kiosk.getByRole('group', { name: 'Video wall' })).toBeVisible()
  })

  await expectOneSocket()
  expect(complaints.flat()).toEqual([])
  await stack.startPart('simulator')
})

/** The newest release is fetched whole, beside whatever else the machine does. */
const TAKEN_MS = 60_000

test('a page whose kept copies lack a part that the service no longer has either starts by itself, with the newest release', {
  tag: '@deep',
}, async ({ page, deployed: { stack, releases } }) => {
  test.slow()
  await page.goto(stack.address('/login'))
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await deployUnseen(page, stack, releases)
  const lost = await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) if (/\/main-[^/]*\.js/.test(url) && (await cache.delete(url))) return true
    }
    return false
  })
  expect(lost).toBe(true)
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: TAKEN_MS })
  expect(await releaseOf(page)).toBe(releases.current)
})

test('a release is offered, too, that comes after some of which a part was missing', { tag: '@deep' }, async ({
  page,
  deployed: { stack, releases },
}) => {
  await signIn(page, stack, { path: '/account' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  for (let count = 0; count < 2; count += 1) {
    releases.next()
    rmSync(join(releases.folder, 'icons'), { recursive: true })
    const isOver = await page.evaluate(async () => {
      const registration = await (await navigator.serviceWorker.getRegistration())?.update()
      const { installing } = registration ?? {}
      await new Promise<void>((resolve) => installing?.addEventListener('statechange', () => resolve()))
      return installing?.state === 'redundant'
    })
    expect(isOver).toBe(true)
  }
  const whole = await deploy(releases, page)
  await page.getByRole('link', { name: 'Version', exact: true }).click()
  await expect(page.getByText('A newer version is ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Use the new version' }).click()
  await expectRelease(page, whole)
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page three releases old whose session ends shows the sign-in page, of the newest release', { tag: '@deep' }, async ({
    page,
    deployed: { stack, releases },
  }) => {
    await signIn(page, stack, { path: '/account' })
    // Opened when it was signed in, it has no code of the sign-in page; nor has the browser.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await deployUnseen(page, stack, releases)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await releaseOf(page)).toBe(releases.current)
  })
})
