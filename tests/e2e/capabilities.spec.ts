import type { Page } from '@playwright/test'
import { deep } from '#tests/support/depth.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, expectLive, openCamera, signIn, test, watchComplaints } from './support/test.ts'
import { isWithoutSharedWorker } from './support/without-shared-worker.ts'

// Only the long form asks what is said of them.
test.use({ serviceWorkers: deep('allow', 'block') })

const told = (page: Page) => page.getByRole('status').filter({ hasText: 'This browser lacks' })
const rows = (page: Page) => page.getByRole('list', { name: 'This browser' }).getByRole('listitem')
/** What this run took away from the browser comes before what a test takes away. */
const takenBefore = isWithoutSharedWorker ? ['SharedWorker'] : []
const lacking = (name: string) => `This browser lacks ${[...takenBefore, name].join(' and ')}. The app does without.`
const firstRow = (page: Page) => rows(page).nth(takenBefore.length)

test('a browser without SharedWorker, as on telephones, works in two tabs, is told so once, and shows what happens instead', {
  tag: '@deep',
}, async ({ page, stack }) => {
  const complaints = watchComplaints(page)
  await page.context().addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
  await signIn(page, stack, { path: '/account' })
  await expect(told(page)).toHaveText('This browser lacks SharedWorker. The app does without.')
  await expectSoundEverywhere(page, 'Page that tells what the browser lacks')
  const second = await page.context().newPage()
  await second.goto(stack.address('/device/index'))
  // It is signed in without having asked: the core is that of the first tab.
  await expect(second.getByRole('heading', { name: 'Devices' })).toBeVisible()
  expect(second.workers().filter((worker) => worker.url().includes('/shared-worker-'))).toHaveLength(0)
  await page.getByRole('link', { name: 'What that means' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('SharedWorker')
  await expect(rows(page).first()).toContainText('One of the tabs holds the connection for all of them')
  await expect(rows(page).first()).toContainText('Missing')
  await expectSoundEverywhere(page, 'Version of a browser that lacks something')
  for (const tab of [page, second]) await expect(told(tab)).toBeHidden()
  await second.reload()
  await expect(second.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await expect(told(second)).toBeHidden()
  // In a tab that lacks more, that is told.
  const third = await page.context().newPage()
  await third.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoDecoder'))
  await third.goto(stack.address('/device/index'))
  await expect(told(third)).toHaveText('This browser lacks SharedWorker and WebCodecs. The app does without.')
  await third.getByRole('button', { name: 'Understood' }).click()
  await expect(told(third)).toBeHidden()
  expect(complaints).toEqual([])
})

test('a browser without WebCodecs and without news of pictures, as older Firefox, shows live video in its own player', async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'VideoDecoder')
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback')
  })
  const complaints = watchComplaints(page)
  await page.goto(stack.address('/live'))
  await expect(told(page)).toHaveText(lacking('WebCodecs'))
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  const video = page.locator('[data-cell="0"] video')
  await expect(video).toHaveJSProperty('srcObject', null)
  const played = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await played()
  await expect.poll(played).toBeGreaterThan(before + 1)
  expect(complaints).toEqual([])
  await page.goto(stack.address('/account/version-info'))
  await expect(rows(page).filter({ hasText: 'WebCodecs' })).toContainText('The browser’s own player shows video, some moments later.')
  await expect(rows(page).filter({ hasText: 'requestVideoFrameCallback' })).toContainText('Missing')
})

test('a browser that can decode but not draw beside the page shows live video too, and nobody is bothered with it', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const page = await people.tab()
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'MediaStreamTrackGenerator')
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas')
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
  })
  await page.goto(stack.address('/live'))
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await expect(told(page).filter({ hasNotText: 'lacks SharedWorker.' })).toBeHidden()
  await page.goto(stack.address('/account/version-info'))
  await expect(firstRow(page)).toContainText('OffscreenCanvas')
  await expect(firstRow(page)).toContainText('Missing')
})

test('a browser without service workers is told that the app opens with a network only, and that each reload brings the newest version', {
  tag: '@deep',
}, async ({ page, stack }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const complaints = watchComplaints(page)
  await signIn(page, stack, { path: '/account/version-info' })
  await expect(told(page)).toHaveText(lacking('Service Worker'))
  await expect(firstRow(page)).toContainText('The app opens only with a network')
  await expect(page.getByRole('list', { name: 'App' })).toContainText('each reload brings the newest version')
  expect(complaints).toEqual([])
})

test('a browser without BroadcastChannel is told before anything fails', { tag: '@deep' }, async ({ page, stack }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'))
  await page.goto(stack.address('/live'))
  await expect(page.getByRole('heading', { name: 'This browser cannot run the app' })).toBeVisible()
  await expect(page.getByRole('listitem').first()).toHaveText('BroadcastChannel')
})
