import type { Page } from '@playwright/test'
import { deep } from '#tests/support/depth.ts'
import { test } from './support/net.ts'
import type { People } from './support/signed-in.ts'
import { expect, expectLive, openCamera, signIn, windowOf } from './support/test.ts'

const ALL_CAMERAS = ['Gate 1 – entry', 'Parking – north', 'Shop – entrance', 'Hall A – racks']
const CAMERAS = deep(ALL_CAMERAS, ALL_CAMERAS.slice(0, 1))
const WINDOWS = CAMERAS.map((_camera, index) => index + 1)

async function openWall(people: People): Promise<Page> {
  const page = await people.enter('/live')
  for (const camera of CAMERAS) await openCamera(page, camera)
  for (const number of WINDOWS) await expectLive(page, number)
  // Shell and chunks are kept from the first visit on, the first picture of a camera soon after it was seen.
  await expect.poll(() => countKeptPictures(page)).toBe(CAMERAS.length)
  return page
}

/** So soon a line that is dead without a word is found out, and another one opened. The service gives it up after twenty seconds at the earliest. */
const FOUND_OUT_MS = 12_000

/** How many cameras have a last picture on this machine. */
function countKeptPictures(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('sightline')
        open.addEventListener('error', () => reject(open.error))
        open.addEventListener('success', () => {
          const count = open.result.transaction('snapshots').objectStore('snapshots').count()
          count.addEventListener('error', () => reject(count.error))
          count.addEventListener('success', () => {
            open.result.close()
            resolve(count.result)
          })
        })
      }),
  )
}

test('with the network cut a reload opens the shell with the last pictures and their age, and nothing pretends to be live', async ({
  people,
  net,
}) => {
  const { proxy } = net
  const page = await openWall(people)
  await expect(page.getByText('Video by the relay')).toBeVisible()
  proxy.cut()
  await page.reload()

  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page.getByText(/^Offline/)).toBeVisible()
  for (const [index, camera] of CAMERAS.entries()) {
    const window = windowOf(page, index + 1)
    const picture = window.getByRole('img', { name: /^Last picture, / })
    await expect(picture, camera).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expect(window).not.toHaveAttribute('data-state', 'playing')
    await expect(window.getByText(/ago|now/)).toBeVisible()
  }
  await expect(page.getByText('Service offline')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /Gate 1 – entry/ })).toBeVisible()

  proxy.restore()
  for (const number of WINDOWS) await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing', { timeout: 30_000 })
  await expect(page.getByText('Connected')).toBeVisible()
  await expect(page.getByText(/^Offline/)).toBeHidden()
})

test('with the network cut and no reload the windows say so within seconds, and are live again by themselves', { tag: '@deep' }, async ({
  people,
  net,
}) => {
  const { proxy } = net
  const page = await openWall(people)
  proxy.blackHole()
  for (const number of WINDOWS) await expect(windowOf(page, number)).not.toHaveAttribute('data-state', 'playing')
  proxy.restore()
  for (const number of WINDOWS) await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing', { timeout: 30_000 })
})

test('connections that die without a word, while the service is there all the time, cost the windows seconds', { tag: '@deep' }, async ({
  people,
  net,
}) => {
  const page = await openWall(people)
  net.proxy.leaveDead()
  for (const number of WINDOWS) await expect(windowOf(page, number)).not.toHaveAttribute('data-state', 'playing')
  for (const number of WINDOWS) await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing', { timeout: FOUND_OUT_MS })
})

test('without a network a device cannot be added, and the form says why and keeps what was typed', { tag: '@deep' }, async ({
  people,
  net,
}) => {
  const { proxy } = net
  const page = await people.enter('/device/index')
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Serial number').fill('UNKNOWN00001')
  await dialog.getByLabel('Security code').fill('ABCDEFGH')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/No device with this serial number/)).toBeVisible()
  proxy.cut()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('The service cannot be reached.')).toBeVisible()
  await expect(dialog.getByLabel('Serial number')).toHaveValue('UNKNOWN00001')
})

test('the ring of a window that gets no picture closes after 3 s, and the word stays', { tag: '@deep' }, async ({ page, net }) => {
  const { stack, proxy, port } = net
  await signIn(page, stack, { port, path: '/live?split=1' })
  await expect(page.getByRole('treeitem', { name: /Gate 1 – entry/ })).toBeVisible()
  proxy.blackHole()
  await openCamera(page, 'Gate 1 – entry')
  const ring = windowOf(page, 1).locator('[data-spinner]')
  await expect(ring).toBeVisible()
  const sinceMs = Date.now()
  await expect(ring).toBeHidden()
  expect(Date.now() - sinceMs).toBeGreaterThan(1_500)
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'connecting')
  await expect(windowOf(page, 1).getByText('Connecting…')).toBeVisible()
})
