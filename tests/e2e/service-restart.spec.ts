import type { Page } from '@playwright/test'
import { test } from './support/net.ts'
import { expect, expectLive, openCamera, windowOf } from './support/test.ts'

const CAMERAS = ['Gate 1 – entry', 'Parking – north']

/** Notes from now on what becomes of a window. */
function noteStates(page: Page, number: number) {
  return windowOf(page, number).evaluate((cell) => {
    const states: (string | null)[] = []
    new MutationObserver(() => states.push(cell.getAttribute('data-state'))).observe(cell, { attributeFilter: ['data-state'] })
    Object.assign(cell, { states })
  })
}

const statesOf = (page: Page, number: number) =>
  windowOf(page, number).evaluate((cell: Element & { states?: (string | null)[] }) => [...new Set(cell.states)])

/** How far apart the brightest and the darkest place of the window's picture are. */
const contrastOf = (page: Page, number: number) =>
  windowOf(page, number)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => {
      const context = new OffscreenCanvas(32, 18).getContext('2d')
      context?.drawImage(video, 0, 0, 32, 18)
      const values = context?.getImageData(0, 0, 32, 18).data.filter((_, at) => at % 4 === 1) ?? []
      return Math.max(...values) - Math.min(...values)
    })

test('the service crashes and is back after ten seconds: windows keep their pictures, say how old these are, and play again by themselves', {
  tag: '@deep',
}, async ({ people, net }) => {
  const { stack } = net
  const page = await people.enter('/live?split=4')
  for (const camera of CAMERAS) await openCamera(page, camera)
  for (const number of [1, 2]) await expectLive(page, number)
  for (const number of [1, 2]) await noteStates(page, number)

  await stack.stopPart('service', 'SIGKILL')
  for (const number of [1, 2]) {
    await expect(windowOf(page, number)).toContainText(/1\ds ago/)
    await expect(windowOf(page, number)).toContainText('Not live')
    expect(await contrastOf(page, number)).toBeGreaterThan(50)
  }
  await expect(page.getByText('Service offline')).toBeVisible()

  await stack.startPart('service')
  for (const number of [1, 2]) await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing', { timeout: 40_000 })
  await expect(page.getByText('Connected')).toBeVisible()
  // A camera may be back after the service: then its window says that it is offline. None was ever emptied, or began anew.
  for (const number of [1, 2]) expect(['stalled', 'failed', 'playing']).toEqual(expect.arrayContaining(await statesOf(page, number)))
})
