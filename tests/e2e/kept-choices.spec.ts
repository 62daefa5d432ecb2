import { mergeTests, type Page } from '@playwright/test'
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
  /** Chooses one of two ways, turn by turn. */
  choose: (page: Page, kill: number) => Promise<unknown>
  /** What shows when it is chosen, and is there after a start. */
  shown: (kill: number) => string
}

const languages = ['zh-CN', 'en-US'] as const
const themes = ['dark', 'light'] as const

const choices: Record<string, Choice> = {
  theme: {
    path: '/account',
    choose: (page, kill) =>
      page
        .locator('select')
        .nth(1)
        .selectOption(themes[kill % 2] ?? ''),
    shown: (kill) => `html[${SCHEME_ATTRIBUTE}="${themes[kill % 2]}"]`,
  },
  language: {
    path: '/account',
    choose: (page, kill) =>
      page
        .locator('select')
        .nth(0)
        .selectOption(languages[kill % 2] ?? ''),
    shown: (kill) => `html[lang="${languages[kill % 2]}"]`,
  },
  'names of the pages': {
    path: '/account',
    choose: (page) => page.locator('nav > button').click(),
    shown: (kill) => `nav[data-open="${kill % 2 === 0}"]`,
  },
}

for (const [name, { path, choose, shown }] of Object.entries(choices)) {
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
      await expect(profile.page.locator('select').nth(1)).toBeVisible()
      if (isCutOff(kill)) proxy.cut()
      const { killed } = await profile.killOnceShown(shown(kill))
      // The browser may be gone before the press is answered.
      await choose(profile.page, kill).catch(() => {})
      await killed
      proxy.restore()
      const page = await profile.restart()
      await page.goto(stack.address(path, port))
      const isThere = page.locator(shown(kill)).waitFor({ state: 'attached', timeout: BACK_MS })
      await page.locator('select').nth(1).waitFor()
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

function expectNoneLost(name: string, lost: readonly unknown[]): void {
  console.log(`${name}: ${lost.length} of ${KILLS} lost`)
  expect(lost, `lost of ${KILLS}`).toEqual([])
}

const clientOf = (stack: Stack) => new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())

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
