import { test as base, type Page } from '@playwright/test'
import { deep } from '#tests/support/depth.ts'
import { coreModes } from './support/core-modes.ts'
import { type Deployed, lendDeployed } from './support/deployed.ts'
import { Storm } from './support/storm.ts'
import { describeTab } from './support/tab-life.ts'
import { expect, signIn } from './support/test.ts'

const USUAL_STEPS = deep(200, 60)
const USUAL_SEED = 7
/** 2,000 of them, with another seed each time: `STORM_STEPS=2000 npx playwright test tabs.spec.ts`. */
const STEPS = Number(process.env['STORM_STEPS'] ?? USUAL_STEPS)
const SEED = Number(process.env['STORM_SEED'] ?? (STEPS === USUAL_STEPS ? USUAL_SEED : Date.now() % 1_000_000))
/** Most browsers have shared workers: the rest gets fewer steps. */
const SHARE_WITHOUT_SHARED_WORKER = 0.15
const CALM_EVERY = 20
const CONVERGED_WITHIN_MS = 5_000
/** Workers without a tab have ended by then. */
const ENDED_WITHIN_MS = 30_000
/** Of all steps: pages that the browser left without an answer, or forgot to close. */
const AGAIN_AT_MOST = 0.01
/** Ports by which no page has attached are closed by then. */
const PORTS_BACK_WITHIN_MS = 20_000
const TABS = deep(12, 5)
/** Brings a token of half an hour to its renewal, and nobody to the idle logout. */
const AHEAD_MS = 25.5 * 60_000
const RENEWAL_PATH = '/vms/token/renewal'

const test = base.extend<object, { stand: Deployed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  stand: [({}, lend) => lendDeployed(lend), { scope: 'worker' }],
})

/** Names of the Web Locks that are held and waited for, without the ids in them, sorted. */
async function locksOf(tab: Page): Promise<{ held: string[]; pending: string[] }> {
  const { held = [], pending = [] } = await tab.evaluate(() => navigator.locks.query())
  const names = (list: LockInfo[]) => list.map(({ name = '' }) => name.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\S+\.js \d+/g, '…')).toSorted()
  return { held: names(held), pending: names(pending) }
}

/** What the other sides and the browser count. */
async function countsOf({ stack }: Deployed, tab: Page): Promise<Record<string, number>> {
  const { held } = await locksOf(tab)
  const holding = (name: string) => held.filter((one) => one.startsWith(name)).length
  return {
    pushSockets: (await stack.stats('service'))['pushSockets'] ?? -1,
    pluginSockets: (await stack.stats('plugin'))['controlSockets'] ?? -1,
    tabs: holding('sightline-tab'),
    pushHolders: holding('sightline-push'),
    pluginHolders: holding('sightline-plugin'),
  }
}

function expected(tabs: number, isSignedIn: boolean): Record<string, number> {
  const one = isSignedIn ? 1 : 0
  return { pushSockets: one, pluginSockets: one, tabs, pushHolders: one, pluginHolders: one }
}

for (const mode of deep(coreModes, coreModes.slice(0, 1)).filter(({ route }) => route !== 'bus')) {
  const steps = mode.route === 'shared worker' ? STEPS : Math.ceil(STEPS * SHARE_WITHOUT_SHARED_WORKER)
  test.describe(`with the core ${mode.name},`, () => {
    test.use(mode.use)
    test.beforeEach(({ context }) => mode.prepare(context))

    test('tabs have one worker, one push socket, one plugin socket and one renewal', { tag: '@deep' }, async ({
      browser,
      context,
      page,
      stand,
    }) => {
      const { stack, line, port } = stand
      await signIn(page, stack, { path: '/account', port })
      await mode.settled(page)
      const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()))
      await Promise.all(others.map((tab) => tab.goto(stack.address('/account', port))))
      const tabs = [page, ...others]
      for (const tab of tabs) await expect(tab.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
      await expect.poll(() => countsOf(stand, page)).toEqual(expected(TABS, true))
      expect(await mode.countWorkers(browser, tabs)).toBe(1)

      const renewalsBefore = line.requestedPaths.filter((path) => path === RENEWAL_PATH).length
      const renewals = () => line.requestedPaths.filter((path) => path === RENEWAL_PATH).length - renewalsBefore
      stack.moveClock(AHEAD_MS)
      // Every tab asks, and every answer tells the time.
      await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Devices' }).click()))
      for (const tab of tabs) await expect(tab.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
      await expect.poll(renewals).toBe(1)
      // Asked again, and answered with the new token.
      await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Alarms' }).click()))
      for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Alarms' })).toBeVisible()
      expect(renewals()).toBe(1)
      await expect.poll(() => countsOf(stand, page)).toEqual(expected(TABS, true))
    })

    test(`${steps} steps of a storm: tabs open, close, crash, sign in and out while releases come; each calm finds them as one`, {
      tag: ['@alone', '@deep'],
    }, async ({ browser, page, stand }) => {
      // Hangs fail by themselves: this is for machines that have much else to do.
      test.setTimeout(120_000 + steps * 3_000)
      const { stack, releases } = stand
      await signIn(page, stack, { path: '/account' })
      await mode.settled(page)
      await expect.poll(() => countsOf(stand, page)).toEqual(expected(1, true))
      // Held for the moments in which the session is written, as right after signing in.
      let before = await locksOf(page)
      await expect.poll(async () => (before = await locksOf(page)).held).not.toContain('sightline-renewal')
      const portsBefore = await mode.countPorts(browser, [page])

      console.log(`storm ${mode.name}: ${steps} steps of seed ${SEED}`)
      const storm = new Storm(page, stack, releases, SEED)
      let slowestMs = 0
      for (let step = 1; step <= steps; step += 1) {
        await storm.step()
        if (step % CALM_EVERY !== 0 && step !== steps) continue
        await storm.calm()
        const calmAtMs = Date.now()
        const { tabs, isSignedIn } = storm
        await expect
          .poll(() => countsOf(stand, tabs[0] as Page), { message: `after step ${step} of seed ${SEED}`, timeout: CONVERGED_WITHIN_MS })
          .toEqual(expected(tabs.length, isSignedIn))
        for (const tab of tabs) {
          const sign = isSignedIn ? tab.getByRole('navigation', { name: 'Main menu' }) : tab.getByRole('button', { name: 'Sign in' })
          await sign.waitFor({ timeout: Math.max(calmAtMs + CONVERGED_WITHIN_MS - Date.now(), 1) }).catch(async () => {
            throw new Error(`After step ${step} of seed ${SEED} a tab shows something else. ${await describeTab(tab)}`)
          })
        }
        slowestMs = Math.max(slowestMs, Date.now() - calmAtMs)
      }
      // What a browser may do in a storm it must not do often.
      expect(storm.counts.again + storm.counts.forgotten).toBeLessThanOrEqual(Math.ceil(steps * AGAIN_AT_MOST))
      console.log(`storm ${mode.name}: seed ${SEED}, ${JSON.stringify(storm.counts)}, slowest calm ${slowestMs} ms`)

      if (!storm.isSignedIn) await signIn(storm.tabs[0] as Page, stack)
      const last = await storm.end()
      // It may have come to a newer release, whose worker starts; that of the last one then has no tab any more, and ends.
      await expect(last.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
      await expect.poll(() => mode.countWorkers(browser, [last]), { timeout: ENDED_WITHIN_MS }).toBe(1)
      await expect.poll(() => locksOf(last), { timeout: CONVERGED_WITHIN_MS }).toEqual(before)
      await expect.poll(() => countsOf(stand, last), { timeout: CONVERGED_WITHIN_MS }).toEqual(expected(1, true))
      await expect.poll(async () => (await stack.stats('plugin'))['windows'], { timeout: CONVERGED_WITHIN_MS }).toBe(0)
      await expect.poll(async () => (await stack.stats('plugin'))['mediaSockets'], { timeout: CONVERGED_WITHIN_MS }).toBe(0)
      // Counting is work of its own: the browser collects its garbage for it, in each worker.
      await expect.poll(() => mode.countPorts(browser, [last]), { timeout: PORTS_BACK_WITHIN_MS }).toBeLessThanOrEqual(portsBefore)
    })
  })
}
