import type { Browser, Frame } from '@playwright/test'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { PageThatFails } from './support/page-that-fails.ts'
import { pairKiosk, type PairedKiosk } from './support/paired-kiosk.ts'
import { cameraNamed, pageOfScreen } from './support/station.ts'
import { expect, test } from './support/test.ts'

/** A page that does not answer is told of after three seconds; the rest is for a machine on which much else runs. */
const TOLD_MS = 5_000
/** One that hangs is taken away after twenty seconds, its process ends, and the next one has to load. */
const BACK_MS = 90_000
const GATE = 'Gate 1 – entry'

/** A screen that shows the gate, live. */
async function showGate(browser: Browser, admin: ServiceClient, url: string, serviceWorkers?: 'allow'): Promise<PairedKiosk> {
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Failing screen', serviceWorkers })
  const { sn, chlIndex } = await cameraNamed(admin, GATE)
  await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'camera', sn, chlIndex } })
  await expect(kiosk.screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  return kiosk
}

async function frameOf({ page }: PairedKiosk): Promise<Frame> {
  const frame = await (await page.locator('iframe[data-shown]').elementHandle())?.contentFrame()
  if (!frame) throw new Error('There is no page of the screen.')
  return frame
}

/** Only a frame with a process of its own has one. */
async function ownSession(kiosk: PairedKiosk) {
  return kiosk.page.context().newCDPSession(await frameOf(kiosk))
}

test('a page of the screen that hangs is said not to be live within seconds, and the next one is there by itself', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  test.slow()
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await showGate(browser, admin, url)
  const picture = kiosk.screen.locator('[data-window="0"]')
  const words = kiosk.page.getByRole('alert').filter({ hasText: /Not live.*This page does not answer.*for \d+ s/ })
  const [shell, before] = [await kiosk.page.evaluate(() => performance.timeOrigin), await pageOfScreen(kiosk.page)]
  const hang = () => {
    setTimeout(() => {
      for (;;);
    })
  }
  await (await frameOf(kiosk)).evaluate(hang)
  await expect(words).toBeVisible({ timeout: TOLD_MS })
  // They are seen until the next page has spoken, over that page too.
  const seen = await kiosk.page.evaluate(async () => {
    const [hung, isSeen] = [document.querySelector('iframe'), [] as boolean[]]
    while (document.querySelector('iframe') === hung || document.querySelector('main') !== null) {
      const main = document.querySelector('main')
      if (main !== null) isSeen.push(main.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2)))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return isSeen
  })
  expect(seen).not.toContain(false)
  await expect(picture).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
  expect(await pageOfScreen(kiosk.page)).not.toBe(before)

  // It may fail alone again.
  await (await ownSession(kiosk)).detach()
  // Nothing of that was a new page for the browser.
  expect(await kiosk.page.evaluate(() => performance.timeOrigin)).toBe(shell)
  await kiosk.leave()
})

test('a page of the screen that crashes is followed by another one, and the office hears why', { tag: '@deep' }, async ({
  browser,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await showGate(browser, admin, url)
  // To Playwright all of a page has crashed when a frame in it has: the shell and the office are asked.
  const session = await kiosk.page.context().newCDPSession(kiosk.page)
  const inShell = async (expression: string) => (await session.send('Runtime.evaluate', { expression })).result.value as unknown
  const shell = await inShell('performance.timeOrigin')
  const frame = await ownSession(kiosk)
  // What has crashed does not answer.
  frame.send('Page.crash').catch(() => undefined)
  const told = async () => {
    const { stations } = await admin.call(stationList, undefined)
    const report = stations.find(({ sn }) => sn === kiosk.sn)?.outputs[0]?.report
    return `${report?.start} ${report?.windows.map(({ state }) => state).join()}`
  }
  await expect.poll(told, { timeout: BACK_MS }).toBe('fault live')
  expect(await inShell('document.querySelector("main")?.textContent ?? "no words"')).toBe('no words')
  expect(await inShell('performance.timeOrigin')).toBe(shell)
  await kiosk.leave()
})

for (const [title, ways] of [
  ['hangs twice', ['hang', 'hang']],
  ['crashes twice', ['crash', 'crash']],
  ['crashes, hangs, crashes and hangs', ['crash', 'hang', 'crash', 'hang']],
] as const)
  test(`a page of the screen that ${title} is said not to be live each time, and another one is there by itself, in a browser that keeps the app`, {
    tag: '@deep',
  }, async ({ browser, stack }) => {
    test.slow()
    const url = `http://localhost:${stack.port}`
    const admin = await new ServiceClient(url).signIn(stack.user())
    const kiosk = await showGate(browser, admin, url, 'allow')
    const fails = await PageThatFails.in(browser, kiosk.page)
    const shell = await fails.inShell('performance.timeOrigin')
    const report = async () => (await admin.call(stationList, undefined)).stations.find(({ sn }) => sn === kiosk.sn)?.outputs[0]?.report
    for (const way of ways) {
      await expect.poll(report, { timeout: BACK_MS }).toMatchObject({ windows: [{ state: 'live' }] })
      const before = (await report())?.startedMs ?? 0
      await fails[way]()
      if (way === 'hang') await expect.poll(() => fails.words(), { timeout: TOLD_MS }).toMatch(/Not live.*for \d+ s/s)
      const isAnother = async () => {
        const { startedMs = 0, start, windows = [] } = (await report()) ?? {}
        return startedMs > before && `${start} ${windows.map(({ state }) => state).join()}`
      }
      await expect.poll(isAnother, { timeout: BACK_MS }).toBe('fault live')
      expect(await fails.words()).toBe('')
    }
    expect(await fails.inShell('performance.timeOrigin')).toBe(shell)
    await kiosk.leave()
  })
