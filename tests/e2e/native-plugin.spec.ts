import type { Page } from '@playwright/test'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { NativePlugin } from '#tests/support/native-plugin.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { look, resize } from './support/axe.ts'
import { expect, test as base } from './support/house.ts'
import { openCamera, openTools, windowOf } from './support/test.ts'
import { setVisibility } from './support/visibility.ts'

/** A machine with a plugin that draws its own windows. */
const test = base.extend<{ plugin: NativePlugin }>({
  plugin: async ({ stack }, lend) => {
    const plugin = await NativePlugin.start(stack.pluginPort)
    await lend(plugin)
    await plugin.close()
  },
})
test.use({ hasCameras: true, serviceWorkers: 'block' })

const soundOf = (page: Page) => windowOf(page, 1).getByRole('button', { name: 'Sound' })

/** Where the picture of the first window is on the page, in device pixels. */
function placeOnPage(page: Page) {
  return windowOf(page, 1).evaluate((tile) => {
    const box = tile.querySelector('video, canvas')?.parentElement?.getBoundingClientRect()
    const inDevicePixels = (cssPixels = 0) => Math.round(cssPixels * devicePixelRatio)
    const [width, height] = [inDevicePixels(box?.width), inDevicePixels(box?.height)]
    return { width, height, left: inDevicePixels(box?.left), top: inDevicePixels(box?.top) }
  })
}

test('the window that a native plugin draws follows its place on the page, and goes while a dialog or a menu lies over it', async ({
  people,
  plugin,
}) => {
  const place = () => plugin.places.get(0)
  plugin.refusals = 2
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Gate 1 – entry')
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'playing')
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  // Both are read each time: what comes or goes beside the wall moves the window.
  const apart = async () => {
    const [onPage, told] = [await placeOnPage(page), place()]
    return told?.isShown ? Object.entries(onPage).filter(([side, px]) => told[side as keyof typeof onPage] !== px) : 'not shown'
  }
  const expectThere = (when: string) => expect.poll(apart, when).toEqual([])
  await expectThere('told again after it was refused')
  expect(place()?.height).toBeGreaterThan(200)

  await resize(page, { width: 1000, height: 640 })
  await expectThere('smaller')

  const before = await placeOnPage(page)
  await page.evaluate(() => {
    document.documentElement.style.overflow = 'auto'
    document.body.style.minHeight = '4000px'
    scrollTo(0, 20)
  })
  await expect.poll(place, 'scrolled').toMatchObject({ top: before.top - 20 })
  await page.evaluate(() => {
    scrollTo(0, 0)
    document.body.style.transform = 'translateY(40px)'
  })
  await expect.poll(place, 'moved').toMatchObject({ top: before.top + 40 })
  await page.evaluate(() => {
    document.body.style.transform = 'translateY(900px)'
  })
  await expect.poll(place, 'off the page').toMatchObject({ isShown: false })
  await page.evaluate(() => {
    document.body.style.transform = ''
    document.body.style.minHeight = ''
  })
  await expect.poll(place, 'back').toMatchObject({ top: before.top, isShown: true })

  await page.getByRole('button', { name: 'Downloads' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(place, 'under a dialog').toMatchObject({ isShown: false })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(place, 'free again').toMatchObject({ isShown: true })

  await page.getByRole('button', { name: 'Layouts' }).click()
  await expect.poll(place, 'under a menu').toMatchObject({ isShown: false })
  await page.keyboard.press('Escape')
  await expect.poll(place, 'free of the menu').toMatchObject({ isShown: true })

  // The menu of the window's own tools too; what the page cannot do to the plugin's picture stays in it, with the reason.
  const tools = await openTools(page, 1)
  await expect.poll(place, 'under its tools').toMatchObject({ isShown: false })
  await expect(tools.getByRole('menuitemcheckbox', { name: 'Replay of the last 30 s' })).toBeDisabled()
  await expect(tools.getByRole('menuitem', { name: 'Share the picture' })).toBeDisabled()
  await expect(tools.getByRole('menuitem', { name: /^Record/ })).toContainText('The plugin draws this window itself, and cannot record it.')
  for (const name of ['Digital zoom', 'Shape of the picture'])
    await expect(tools.getByRole('group', { name })).toContainText('The video plugin draws this picture itself.')
  await expect(tools.getByRole('menuitemradio', { name: '4×' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect.poll(place, 'free of its tools').toMatchObject({ isShown: true })

  // It is silent until somebody wants to hear it, and then as loud as its volume says, which does not lie under its picture.
  const volume = () => plugin.volumes.get(0)
  expect(volume()).toBe(0)
  await soundOf(page).click()
  await expect.poll(volume, 'heard').toBe(50)
  const bar = page.getByRole('slider', { name: 'Volume of Gate 1 – entry' })
  const { top, height } = await placeOnPage(page)
  expect(await bar.evaluate((element) => element.getBoundingClientRect().top * devicePixelRatio)).toBeGreaterThanOrEqual(top + height)
  await look(page, 'native-plugin-volume')
  await bar.press('End')
  await expect.poll(volume, 'loud').toBe(100)
  await soundOf(page).click()
  await expect.poll(volume, 'muted again').toBe(0)
})

test('it is told how people call the camera of its window, also when that changes while it is watched', { tag: '@deep' }, async ({
  people,
  stack,
  plugin,
}) => {
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Gate 1 – entry')
  await expect.poll(() => plugin.names.get(0)).toBe('Harbor Gate and Parking: Gate 1 – entry')
  const client = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const { sites } = await client.call(siteListChoose, undefined)
  const old = sites.find(({ siteName }) => siteName === 'Harbor Gate and Parking')
  if (old === undefined) throw new Error('No such site.')
  const { city, address, timeZone, contact = '', phone = '' } = old
  const site = { siteName: 'Harbor Gate West', scene: 'park' as const, city, address, timeZone, contact, phone }
  await client.call(siteEdit, { siteId: old.siteId, site })
  await expect.poll(() => plugin.names.get(0)).toBe('Harbor Gate West: Gate 1 – entry')
  await client.call(siteEdit, { siteId: old.siteId, site: { ...site, siteName: old.siteName } })
})

test('it is told into how many windows the wall is divided, each time that this changes', { tag: '@deep' }, async ({ people, plugin }) => {
  const page = await people.enter('/live?split=4')
  await expect.poll(() => plugin.splitNum).toBe(4)
  await page.getByRole('button', { name: '9 windows', exact: true }).click()
  await expect.poll(() => plugin.splitNum).toBe(9)
  await page.getByRole('button', { name: '1 window', exact: true }).click()
  await expect.poll(() => plugin.splitNum).toBe(1)
})

test('it goes with the page that is hidden, and with the plugin, in whose place the relay plays', { tag: '@deep' }, async ({
  people,
  plugin,
}) => {
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Gate 1 – entry')
  await expect.poll(() => plugin.shown.size).toBe(1)
  await setVisibility(page, 'hidden')
  await expect.poll(() => plugin.shown.size).toBe(0)
  await setVisibility(page, 'visible')
  await expect.poll(() => plugin.places.get(0)).toMatchObject({ isShown: true })
  await soundOf(page).click()
  await plugin.close()
  await expect(page.getByText('Video by the relay')).toBeVisible({ timeout: 45_000 })
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'playing')
  await expect(soundOf(page), 'heard by the page now').toHaveAttribute('aria-pressed', 'true')
})

test('on a Mac, where it draws four windows at most, larger walls cannot be chosen, and one in the address shows its first four and says why', {
  tag: '@deep',
}, async ({ people, stack, plugin }) => {
  const page = await people.tab()
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }))
  await page.goto(stack.address('/live?split=9'))
  await expect(page.getByText('On a Mac the plugin draws at most 4 windows.')).toBeVisible()
  await expect(page.locator('[data-cell]:visible')).toHaveCount(4)
  await expect(page.getByRole('button', { name: '16 windows: on a Mac the plugin draws at most 4' })).toBeDisabled()
  await page.getByRole('button', { name: '4 windows', exact: true }).click()
  await expect(page.getByText('On a Mac the plugin draws at most 4 windows.')).toBeHidden()
  await page.goto(stack.address('/live?split=9'))
  await expect(page.locator('[data-cell]:visible')).toHaveCount(4)
  // Without it, the browser draws them all.
  await plugin.close()
  await expect(page.locator('[data-cell]:visible')).toHaveCount(9)
})
