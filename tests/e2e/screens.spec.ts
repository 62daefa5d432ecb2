import type { Page } from '@playwright/test'
import { deviceList } from '#contract/calls/device/device-list.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { deep, isDeep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { everyRule, everySize, expectSound, expectWholeTexts, look, resize, sizes } from './support/axe.ts'
import { expect, expectLive, openCamera, signIn, test, watchComplaints } from './support/test.ts'

/** In the short form those that have most of all kinds of parts. */
const pages = ['/live?split=4', '/alerts']
/** Those that tests of their own look at, in English. */
const otherPages = [
  '/search',
  '/device/index',
  '/account',
  '/archives',
  '/archives/shares',
  '/settings/site/sitelist',
  '/settings/stations',
  '/remote',
  '/service',
  '/service/order',
  '/map',
  '/settings/alarmrules/general-alarm-rule',
  '/settings/alarmrules/general-vehicle',
  '/vehicle',
  '/vehicle/plates',
  '/user/contacts',
  '/account/notifications',
]
/** Each language in each theme; in the short form the one that no other test looks at. */
const variants = [
  { language: 'zh-CN', theme: 'light' },
  ...deep(
    [
      { language: 'zh-CN', theme: 'dark' },
      { language: 'en-US', theme: 'light' },
      { language: 'en-US', theme: 'dark' },
    ] as const,
    [],
  ),
] as const

/** What each page is looked at in: in the short form half of them wide, the others narrow. */
const sizesOf = (index: number) => deep(everySize, [sizes[index % 2] ?? sizes[0]])

/** Cameras that are seen while one looks: live, and of before. */
const watched = deep(['Gate 1 – entry', 'Hall A – racks', 'Hall B – racks'], ['Gate 1 – entry'])
const played = deep(['Gate 1 – entry', 'Hall A – racks'], ['Gate 1 – entry'])

test.use({ serviceWorkers: 'block' })

for (const { language, theme } of variants) {
  test(`every page reads well for everybody: ${language}, ${theme}, wide and narrow, with no complaint of the browser`, async ({
    page,
    stack,
  }) => {
    test.setTimeout(deep(10, 2) * 60_000)
    const complaints = watchComplaints(page)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(stack.address('/login'))
    await page.getByRole('button', { name: language === 'en-US' ? 'English' : '简体中文' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const size of sizesOf(1)) {
      await resize(page, size)
      await look(page, `login-${language}-${theme}-${size.width}`)
      await expectSound(page, `login ${size.width}`, everyRule)
    }
    await resize(page, sizes[0])
    const user = stack.user('administrator')
    await page.locator('input[name=username]').fill(user.loginName)
    await page.locator('input[name=password]').fill(user.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/live/)
    await page.evaluate((choice) => localStorage.setItem('sightline.theme', choice), theme)
    const playback = await playbackOf(stack, played)
    const paths = isDeep ? [playback, ...(await allPages(stack))] : [...pages, playback]
    for (const [index, path] of paths.entries()) {
      await page.goto(stack.address(path))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      if (path.startsWith('/live')) await fillWall(page)
      if (path.startsWith('/playback')) await expect(page.locator('[data-shows="picture"]')).toHaveCount(played.length)
      for (const size of sizesOf(index)) {
        await resize(page, size)
        await expect(page.locator('h1')).toBeVisible()
        await look(page, `${path.replaceAll(/\W+/g, '-').slice(1)}-${language}-${theme}-${size.width}`)
        await expectSound(page, `${path} ${size.width}`, everyRule)
      }
      await expectWholeTexts(page, path)
      await resize(page, sizes[0])
    }
    expect(complaints).toEqual([])
  })
}

/** The address of the playback with these cameras. */
async function playbackOf(stack: Stack, names: string[]): Promise<string> {
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user('administrator'))
  const { channels } = await admin.call(siteChannelList, {})
  const cameras = channels.filter(({ channelName }) => names.includes(channelName)).map(({ sn, chlIndex }) => `${sn}.${chlIndex}`)
  expect(cameras).toHaveLength(names.length)
  return `/playback?cameras=${cameras.join(',')}`
}

async function allPages(stack: Stack): Promise<string[]> {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { devices } = await client.call(deviceList, { order: 'name', isDescending: false, limit: 1, search: 'Shop recorder' })
  return [...pages, ...otherPages, ...devices.map(({ sn }) => `/device/settings?device=${sn}`)]
}

async function fillWall(page: Page): Promise<void> {
  for (const name of watched) await page.getByRole('treeitem').filter({ hasText: name }).dblclick()
  for (const index of watched.keys()) await expectLive(page, index + 1)
}

test('an address without a page says so, with a way back', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.enter('/live')
  await page.goto(stack.address('/no/such/page'))
  await expect(page.getByText('There is no page at this address.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to video' }).click()
  await expect(page).toHaveURL(/\/live/)
})

test('the old address of the menu leads to the live wall, over the sign-in page when nobody is signed in', { tag: '@deep' }, async ({
  page,
  stack,
}) => {
  await signIn(page, stack, { path: '/home' })
  await expect(page).toHaveURL(/\/user\/live/)
  await expect(page.getByRole('heading', { name: 'Video', level: 1 })).toBeAttached()
  await page.goto(stack.address('/home'))
  await expect(page).toHaveURL(/\/user\/live/)
  await expect(page.getByText('There is no page at this address.')).toBeHidden()
})

test('an alarm about a camera that went away arrives by itself, is counted at the bell, and is read', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await stack.stopPart('simulator')
  await page.getByRole('link', { name: /^Alarms/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Device offline' }).first()
  // A list that is being read does not jump: what is new waits behind a button.
  const newOnes = page.getByRole('button', { name: /new alarm/ })
  await expect(row.or(newOnes).first()).toBeVisible({ timeout: 30_000 })
  if (await newOnes.isVisible()) await newOnes.click()
  await expect(row).toBeVisible()
  await expect(page.getByRole('link', { name: /^Alarms, \d+ unread/ })).toBeVisible()
  await stack.startPart('simulator')
  await expect(async () => {
    await page.getByRole('button', { name: 'Mark all as read' }).click({ timeout: 1_000 })
    await expect(page.getByRole('link', { name: 'Alarms', exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
