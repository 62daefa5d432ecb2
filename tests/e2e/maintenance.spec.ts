import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/depth.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test, type House } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

// Five and a half hours ahead of Greenwich, so that neither hours nor minutes are those of the service.
test.use({ timezoneId: 'Asia/Kolkata', serviceWorkers: deep('allow', 'block') })

const MINUTE_MS = 60_000
const MARKUP = '<img src=x onerror="document.title=1"> New disks.'

/** Puts a notice up, as whoever runs the service does. Times are minutes from now. */
function putUp(house: House, { from, until, english = MARKUP }: { from: number; until: number; english?: string }) {
  const [startsAtMs, endsAtMs] = [house.nowMs + from * MINUTE_MS, house.nowMs + until * MINUTE_MS]
  const notice = { startsAtMs, endsAtMs, text: { 'en-US': english, 'zh-CN': '<b>更换硬盘</b>。' } }
  writeFileSync(join(house.stack.dataFolder, 'maintenance.json'), JSON.stringify(notice))
  return { startsAtMs, endsAtMs }
}

test.afterEach(({ house }) => rmSync(join(house.stack.dataFolder, 'maintenance.json'), { force: true }))

/** The clock of the reader's zone, as a person there would read it. */
function clockIn(timeMs: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' }).format(timeMs)
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: /Maintenance is|维护/ })

test('maintenance is announced on the sign-in page in the reader’s own time, and put away for good by keyboard, page by page', {
  tag: '@deep',
}, async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const { startsAtMs, endsAtMs } = putUp(house, { from: 60, until: 90 })
  await page.goto(house.stack.address('/login'))
  await expect(notice(page)).toContainText(`Maintenance is planned`)
  await expect(notice(page)).toContainText(clockIn(startsAtMs))
  await expect(notice(page)).toContainText(`${clockIn(endsAtMs)} GMT+5:30`)
  await expect(notice(page)).toContainText(MARKUP)
  await expectSoundEverywhere(page, 'Sign-in page with a notice of maintenance')
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(notice(page)).toContainText('计划维护')
  await expect(notice(page)).toContainText('<b>更换硬盘</b>。')
  await page.getByRole('button', { name: 'English' }).click()

  await signIn(page, house.stack, { path: '/account' })
  await expect(notice(page)).toContainText(MARKUP)
  await expectSoundEverywhere(page, 'Page with a notice of maintenance')
  const second = await page.context().newPage()
  await second.goto(house.stack.address('/device/index'))
  await expect(notice(second)).toBeVisible()
  await page.locator('[data-maintenance]').getByRole('button', { name: 'Understood' }).focus()
  await page.keyboard.press('Enter')
  for (const tab of [page, second]) await expect(notice(tab)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await expect(notice(page)).toBeHidden()
  expect(complaints).toEqual([])

  // Another notice is shown again.
  putUp(house, { from: -1, until: 30, english: 'Moving to another building.' })
  await page.reload()
  await expect(notice(page)).toContainText('Maintenance is under way')
  await expect(notice(page)).toContainText('Moving to another building.')
})

test('screen readers hear the notice arrive: its place is there before it, and no notice is shown that is over', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  await page.addInitScript(() => {
    const arrived: boolean[] = []
    Object.assign(globalThis, { arrived })
    const watch = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Element && target.matches('[data-maintenance] [role="status"]') && addedNodes.length > 0) arrived.push(true)
      }
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  putUp(house, { from: 60, until: 90 })
  await page.goto(house.stack.address('/login'))
  await expect(notice(page)).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { arrived: boolean[] }).arrived.length)).toBeGreaterThan(0)
  putUp(house, { from: -60, until: -1 })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('[data-maintenance]')).toBeAttached()
  await expect(notice(page)).toBeHidden()
})

test('maintenance that is under way is said on the sign-in page, also while the service is away for it', async ({ page, house }) => {
  putUp(house, { from: -1, until: 60 })
  await page.goto(house.stack.address('/login'))
  await expect(notice(page)).toContainText('Maintenance is under way')
  await deepStep('by what is kept', async () => {
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe('activated')
    await house.stack.stopPart('service')
    await page.reload()
    await expect(page.getByText('The service cannot be reached. What you type stays here')).toBeVisible()
    await expect(notice(page)).toContainText('Maintenance is under way')
    await house.stack.startPart('service')
  })
})
