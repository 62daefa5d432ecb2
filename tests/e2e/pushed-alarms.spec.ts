import type { Page } from '@playwright/test'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import type { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { deep } from '#tests/support/depth.ts'
import { deepStep } from './support/deep-step.ts'
import { showNewer } from './support/held-alarms.ts'
import { test } from './support/net.ts'
import { expect } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

/** How often somebody has asked the service for alarms or their count. */
const asked = ({ requestedPaths }: TcpProxy) =>
  requestedPaths.filter((path) => path === alarmSearchList.path || path === alarmUnreadCount.path).length
const badge = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Alarms' : `Alarms, ${unread} unread`, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

// Only the long form loads a page without a network.
test.use({ serviceWorkers: deep('allow', 'block') })

for (const count of deep([2, 12], [2])) {
  test(`an alarm stands in the list and the count of ${count} tabs, which ask the service for nothing`, async ({
    people,
    net: { stack, proxy },
  }) => {
    test.slow()
    const camera = await WatchedCamera.connect(stack)
    const [one, other] = [camera.nameOf(0), camera.nameOf(1)]
    const tabs: Page[] = []
    for (let tab = 0; tab < count; tab += 1) tabs.push(await people.enter('/alerts'))
    const [first, second] = tabs as [Page, Page]
    for (const tab of tabs) {
      await expect(badge(tab, 0)).toBeVisible()
      await expect(
        tab
          .getByRole('table')
          .or(tab.getByText(/^No alarms\./))
          .first(),
      ).toBeVisible()
    }
    await second.getByRole('button', { name: 'Unread' }).click()
    await expect(second.getByText('No unread alarms.')).toBeVisible()

    const before = asked(proxy)
    camera.see(0)
    for (const tab of tabs) {
      await expect(badge(tab, 1)).toBeVisible()
      await showNewer(tab, one)
    }
    camera.see(1)
    for (const tab of tabs) {
      await expect(badge(tab, 2)).toBeVisible()
      await showNewer(tab, other)
    }
    await rowOf(second, one)
      .getByRole('button', { name: /as read$/ })
      .click()
    for (const tab of tabs) await expect(badge(tab, 1)).toBeVisible()
    await expect(rowOf(first, one).getByRole('button', { name: /as read$/ })).toHaveCount(0)
    await expect(rowOf(first, other).getByRole('button', { name: /as read$/ })).toHaveCount(1)
    await expect(rowOf(second, one)).toHaveCount(0)
    expect(asked(proxy)).toBe(before)

    await deepStep('without a network too', async () => {
      for (const tab of tabs.slice(2)) await tab.close()
      proxy.cut()
      for (const tab of [first, second]) {
        await tab.reload()
        await expect(tab.getByText(/^Offline/)).toBeVisible()
        await expect(badge(tab, 1)).toBeVisible()
        await expect(rowOf(tab, other)).toHaveCount(1)
      }
      await expect(rowOf(first, one)).toHaveCount(1)
      await expect(rowOf(second, one)).toHaveCount(0)
      proxy.restore()
    })
    await camera.close()
  })
}
