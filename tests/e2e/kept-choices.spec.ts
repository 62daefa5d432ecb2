import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locator, mergeTests, type Page } from '@playwright/test'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { SCHEME_ATTRIBUTE } from '#src/ui/theme/kept-theme.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { forgetChoices } from './support/forget-choices.ts'
import { test as netTest } from './support/net.ts'
import { profileTest } from './support/profile.ts'
import { expect, signIn } from './support/test.ts'

const test = mergeTests(netTest, profileTest)

/** How often the browser is killed for each choice. */
const KILLS = 20
/** Each second time the service cannot be reached when something is chosen: only what is written here is there afterwards. */
const isCutOff = (kill: number) => kill % 2 === 1
/** What is not there this long after a start is lost. */
const BACK_MS = 6_000
const DEEP_MS = 15 * 60_000

interface Choice {
  path: string
  /** There as soon as one can choose. */
  control: (page: Page) => Locator
  /** Chooses one of two ways, turn by turn. */
  choose: (page: Page, kill: number) => Promise<unknown>
  /** What shows when it is chosen, and is there after a start. */
  shown: (kill: number) => string
}

const languages = ['zh-CN', 'en-US'] as const
const themes = ['dark', 'light'] as const

const secondSelect = (page: Page) => page.locator('select').nth(1)
const quietHours = (page: Page) => page.getByRole('checkbox', { name: 'Keep quiet hours' })
/** Asked for only where there are quiet hours. */
const QUIET_DAYS = '[role="group"][aria-label="Days"]'

const choices: Record<string, Choice> = {
  theme: {
    path: '/account',
    control: secondSelect,
    choose: (page, kill) =>
      page
        .locator('select')
        .nth(1)
        .selectOption(themes[kill % 2] ?? ''),
    shown: (kill) => `html[${SCHEME_ATTRIBUTE}="${themes[kill % 2]}"]`,
  },
  language: {
    path: '/account',
    control: secondSelect,
    choose: (page, kill) =>
      page
        .locator('select')
        .nth(0)
        .selectOption(languages[kill % 2] ?? ''),
    shown: (kill) => `html[lang="${languages[kill % 2]}"]`,
  },
  'names of the pages': {
    path: '/account',
    control: secondSelect,
    choose: (page) => page.locator('nav > button').click(),
    shown: (kill) => `nav[data-open="${kill % 2 === 0}"]`,
  },
  'quiet hours': {
    path: '/account/notifications',
    control: quietHours,
    choose: (page) => quietHours(page).click(),
    shown: (kill) => (kill % 2 === 0 ? QUIET_DAYS : `main:has(input[type="checkbox"]):not(:has(${QUIET_DAYS}))`),
  },
}

for (const [name, { path, control, choose, shown }] of Object.entries(choices)) {
  test(`what is chosen of the ${name} is there after the browser was killed in the moment in which it showed`, {
    tag: '@deep',
  }, async ({ profile, net: { stack, proxy, port } }) => {
    test.setTimeout(DEEP_MS)
    await signIn(profile.page, stack, { path, port })
    // Or it cuts nothing off.
    expect(proxy.requestedPaths.length).toBeGreaterThan(0)
    await profile.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const lost: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      await expect(control(profile.page)).toBeVisible()
      if (isCutOff(kill)) proxy.cut()
      const { killed } = await profile.killOnceShown(shown(kill))
      // The browser may be gone before the press is answered.
      await choose(profile.page, kill).catch(() => {})
      await killed
      proxy.restore()
      const page = await profile.restart()
      await page.goto(stack.address(path, port))
      const isThere = page.locator(shown(kill)).waitFor({ state: 'attached', timeout: BACK_MS })
      await control(page).waitFor()
      await isThere.catch(() => lost.push(kill))
    }
    expectNoneLost(name, lost)
    await expect.poll(() => waiting(profile.page), { message: 'changes that wait' }).toBe(0)
    const client = await clientOf(stack)
    await client.call(profileUpdate, { theme: 'system', language: 'en-US' })
    forgetChoices(stack)
  })
}

test('a layout that is said to be saved is there after the browser was killed in that moment', { tag: '@deep' }, async ({
  profile,
  net: { stack, proxy, port },
}) => {
  test.setTimeout(DEEP_MS)
  await signIn(profile.page, stack, { path: '/live', port })
  await profile.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const client = await clientOf(stack)
  const layouts = async () => (await client.call(userConfigsList, { configType: 'layout' })).configs
  const lost: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { page } = profile
    const name = `Night ${kill}`
    await expect(page.getByRole('treeitem').first()).toBeVisible()
    await page.getByRole('button', { name: 'Layouts' }).click()
    await page.getByLabel('Name of the layout').fill(name)
    const isCut = kill % 8 === 7
    if (isCut) proxy.cut()
    const { killed } = await profile.killOnceShown(isCut ? '[role="status"]' : 'button[aria-label^="Layouts"]', isCut ? 'Kept here' : name)
    await page
      .getByRole('dialog', { name: 'Layouts' })
      .getByRole('button', { name: 'Save', exact: true })
      .click()
      .catch(() => {})
    await killed
    proxy.restore()
    await (await profile.restart()).goto(stack.address('/live', port))
    await expect
      .poll(async () => (await layouts()).some(({ configName }) => configName === name), { timeout: BACK_MS })
      .toBe(true)
      .catch(() => lost.push(name))
  }
  expectNoneLost('layouts', lost)
  await profile.page.getByRole('button', { name: 'Layouts' }).click()
  await expect(profile.page.getByRole('button', { name: 'Night 0', exact: true })).toBeVisible()
  for (const { configId, configName } of await layouts())
    if (configName.startsWith('Night')) await client.call(userConfigsDelete, { configId })
})

test('a notice that is put away stays away though the browser was killed in the moment in which it went', { tag: '@deep' }, async ({
  profile,
  net: { stack, port },
}) => {
  test.setTimeout(DEEP_MS)
  await signIn(profile.page, stack, { path: '/account', port })
  const file = join(stack.dataFolder, 'maintenance.json')
  const lost: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const text = `New disks, part ${kill}.`
    const times = { startsAtMs: stack.nowMs + 3_600_000, endsAtMs: stack.nowMs + 7_200_000 }
    writeFileSync(file, JSON.stringify({ ...times, text: { 'en-US': text, 'zh-CN': text } }))
    const { page } = profile
    await page.goto(stack.address('/account', port))
    const notice = page.locator('[data-maintenance]')
    await expect(notice).toContainText(text)
    const before = await putAway(page)
    const { killed } = await profile.killOnceShown('[data-maintenance]:not(:has(button))')
    await notice
      .getByRole('button')
      .click()
      .catch(() => {})
    await killed
    const again = await profile.restart()
    await again.goto(stack.address('/account', port))
    await expect(secondSelect(again)).toBeVisible()
    if ((await putAway(again)) === before) lost.push(kill)
  }
  expectNoneLost('notices', lost)
  rmSync(file)
})

function expectNoneLost(name: string, lost: readonly unknown[]): void {
  console.log(`${name}: ${lost.length} of ${KILLS} lost`)
  expect(lost, `lost of ${KILLS}`).toEqual([])
}

const clientOf = (stack: Stack) => new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())

/** Which notice the page has last put away, by what it keeps. */
function putAway(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('sightline-page')
        open.addEventListener('error', () => reject(open.error ?? new Error('no database')))
        open.addEventListener('success', () => {
          const kept = open.result.transaction('kept').objectStore('kept').get('sightline.dismissed-notice')
          kept.addEventListener('success', () => {
            open.result.close()
            resolve(kept.result)
          })
        })
      }),
  )
}

/** How many changes of the page's person the outbox holds. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open('sightline')
        open.addEventListener('error', () => reject(open.error ?? new Error('no database')))
        open.addEventListener('success', () => {
          const count = open.result.transaction('outbox').objectStore('outbox').count()
          count.addEventListener('success', () => {
            open.result.close()
            resolve(count.result)
          })
        })
      }),
  )
}
