import type { Page } from '@playwright/test'
import { deviceList } from '#contract/calls/device/device-list.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere, look, resize } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const softly = expect.configure({ soft: true })

/** Pages whose main thing is a form, or rows of settings. */
const pages = [
  '/account',
  '/account/notifications',
  '/account/organization',
  '/account/storage-management',
  '/account/version-info',
  '/privacySecurity',
  '/privacySecurity/mfa-config',
  '/service/installer',
  '/service/servicelicense/purchase',
]
const sections = ['general', 'camera', 'network', 'notify', 'recording', 'storage', 'maintenance']

/**
 * Of the place beside the menu: how far what is on the page reaches, and how many texts begin in the right part of it. A heading over the whole width and
 * the tabs below it are not of the page itself.
 */
function useOfWidth(page: Page): Promise<{ reach: number; onTheRight: number }> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    if (main === null) return { reach: 0, onTheRight: 0 }
    const { left, width } = main.getBoundingClientRect()
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const places: DOMRect[] = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!text.textContent?.trim() || text.parentElement?.closest('header, nav')) continue
      range.selectNodeContents(text)
      places.push(range.getBoundingClientRect())
    }
    const seen = places.filter((place) => place.width > 1 && place.height > 1)
    return {
      reach: Math.max(0, ...seen.map(({ right }) => (right - left) / width)),
      onTheRight: seen.filter((place) => place.left > left + width * 0.4).length,
    }
  })
}

test('a form on a wide page has something beside it: no half of the page is empty', { tag: '@deep' }, async ({ people, stack }) => {
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { devices } = await admin.call(deviceList, { order: 'name', isDescending: false, limit: 1, search: 'Shop recorder' })
  const page = await people.enter('/account')
  await resize(page, { width: 1920, height: 1080 })
  for (const path of [...pages, ...sections.map((section) => `/device/settings?device=${devices[0]?.sn}&section=${section}`)]) {
    await page.goto(stack.address(path))
    await expect(page.locator('h1')).toBeVisible()
    await softly.poll(async () => (await useOfWidth(page)).onTheRight, `texts on the right of ${path}`).toBeGreaterThanOrEqual(3)
    await softly.poll(async () => (await useOfWidth(page)).reach, `how far ${path} reaches`).toBeGreaterThan(0.6)
    await look(page, `wide-${path.replaceAll(/\W+/g, '-')}`)
  }

  await test.step('beside what is set of a device stands which one it is, and when it was away', async () => {
    await page.goto(stack.address(`/device/settings?device=${devices[0]?.sn}`))
    const [name, about] = [page.getByLabel('Name', { exact: true }), page.getByRole('heading', { name: 'About this device' })]
    await expect(page.getByRole('definition').filter({ hasText: devices[0]?.sn ?? 'none' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible()
    const beside = async () => ((await about.boundingBox())?.x ?? 0) - ((await name.boundingBox())?.x ?? 0)
    await expect.poll(beside).toBeGreaterThan(700)
    await expectSoundEverywhere(page, 'the settings of a device')
    // Where there is no room beside it, below.
    await resize(page, { width: 1280, height: 900 })
    await expect.poll(beside).toBe(0)
  })
})
