import type { Page } from '@playwright/test'
import { prepareDevices } from '#device/simulator/devices-file.ts'
import { loadClip } from '#tests/support/clip.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import { Stack } from '#tests/support/stack.ts'
import { addressOf, button, expectPicture, pictureMsOf, pointing, windowOf } from './support/playback-page.ts'
import { expect, test as base } from './support/test.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const FPS = 15
const RECORDED_MS = 12_000
const HOUR_MS = 3_600_000

/** A machine with a plugin that goes away in the middle, and two foreign cameras that the bridge records. */
const test = base.extend<object, { stack: Stack; recorded: Awaited<ReturnType<typeof recordCameras>> }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stack = await Stack.start(['bridge', 'plugin'])
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
  recorded: [
    async ({ stack }, use) => {
      const cameras = ['Yard', 'Gate'].map((name) => ({ path: `/${name}`, clip, fps: FPS }))
      const recorded = await recordCameras(stack, cameras, RECORDED_MS)
      await use(recorded)
      await recorded.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ serviceWorkers: 'block' })

/** Notes each change of what a window shows from now on: what it shows, and of when its picture is. */
function watch(page: Page, name: string) {
  return windowOf(page, name).evaluate((element) => {
    const seen: { shows: string; pictureMs: number }[] = []
    new MutationObserver(() => {
      seen.push({ shows: element.dataset['shows'] ?? '', pictureMs: Number(element.dataset['pictureMs']) })
    }).observe(element, { attributes: true })
    Object.assign(globalThis, { seen })
  })
}
const seenOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: { shows: string; pictureMs: number }[] }).seen)

test('the plugin plays the past of two cameras; when it goes away in the middle the page says so, and the relay plays on at the same moment', {
  tag: '@deep',
}, async ({ people, recorded, stack }) => {
  const page = await people.enter(addressOf(recorded.sns, recorded.startMs + 1_000))
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  for (const name of ['Yard', 'Gate']) await expectPicture(page, name)
  // It is the plugin that plays: a window of its own for each part.
  expect((await stack.stats('plugin'))['windows']).toBeGreaterThan(0)
  await watch(page, 'Yard')
  const atMs = async () => (await seenOf(page)).at(-1)?.pictureMs ?? 0
  await expect.poll(atMs).toBeGreaterThan(recorded.startMs + 3_000)
  await stack.stopPart('plugin', 'SIGKILL')
  const leftMs = await atMs()
  await expect(page.getByText('The local plugin is gone. The relay plays on.')).toBeVisible()
  await expect.poll(atMs).toBeGreaterThan(leftMs + 3_000)
  const seen = await seenOf(page)
  expect(seen.filter(({ shows }) => shows !== 'picture')).toEqual([])
  // The time goes on, and stands nowhere.
  for (const [index, { pictureMs }] of seen.slice(1).entries()) {
    const stepMs = pictureMs - (seen[index]?.pictureMs ?? 0)
    expect(stepMs).toBeGreaterThanOrEqual(0)
    expect(stepMs).toBeLessThan(1_500)
  }
})

test('with the plugin there again it is faster, backwards and to another time by it', { tag: '@deep' }, async ({
  people,
  recorded,
  stack,
}) => {
  await stack.stopPart('plugin')
  await stack.startPart('plugin')
  const [sn = ''] = recorded.sns
  const page = await people.enter(addressOf([sn], recorded.startMs + 1_000))
  await expect(page.locator('[data-path="plugin"]')).toBeVisible({ timeout: 45_000 })
  await expectPicture(page, 'Yard')
  const pictureMs = () => pictureMsOf(page, 'Yard')
  await page.getByLabel('Speed').selectOption('4×')
  await expect.poll(pictureMs).toBeGreaterThan(recorded.startMs + 7_000)
  await page.getByLabel('Speed').selectOption('1×')
  await button(page, 'Backwards').click()
  const before = await pictureMs()
  await expect.poll(pictureMs).toBeLessThan(before - 1_500)
  await button(page, 'Backwards').click()
  await button(page, '10 seconds back').click()
  await expectPicture(page, 'Yard')
  await expect(page.locator('[data-path="plugin"]')).toBeVisible()
})

test('above the pointer stands the picture of its moment while the plugin plays on, and as ever when the plugin is gone', {
  tag: '@deep',
}, async ({ people, recorded, stack }) => {
  await stack.stopPart('plugin')
  await stack.startPart('plugin')
  const [sn = ''] = recorded.sns
  // What is zoomed ends at the playhead: it is all recorded.
  const page = await people.enter(addressOf([sn], recorded.startMs + RECORDED_MS - 1_000))
  await expect(page.locator('[data-path="plugin"]')).toBeVisible({ timeout: 45_000 })
  const pointed = await pointing(page, 'Yard', { fps: FPS, loop: clip.pictures.length, zoomedTo: 'seconds' })
  const { preview, previewMs, pointAt, expectItsNumber } = pointed
  await pointAt(0.4)
  await expectItsNumber()

  await page.getByLabel('Speed').selectOption('1/4×')
  await button(page, 'Backwards').click()
  await button(page, 'Play').click()
  const seen = new Set<number>()
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    const before = await pictureMsOf(page, 'Yard')
    await pointAt(share)
    await expectItsNumber()
    seen.add(await previewMs())
    await expect.poll(() => pictureMsOf(page, 'Yard')).toBeLessThan(before)
  }
  expect(seen.size).toBeGreaterThan(2)
  await expect(page.locator('[data-path="plugin"]'), 'it is still the plugin that plays').toBeVisible()

  await button(page, 'Pause').click()
  await stack.stopPart('plugin', 'SIGKILL')
  await expect(page.getByText('The local plugin is gone. The relay plays on.')).toBeVisible()
  await pointAt(0.7)
  await expect(preview).toBeVisible()
  await expectItsNumber()
})

test('above the pointer stands a picture of whatever moment, also between two pictures of a camera that comes with the service', {
  tag: '@deep',
}, async ({ people, stack }) => {
  await stack.stopPart('plugin')
  await Promise.all([stack.startPart('plugin'), stack.startPart('simulator')])
  const [camera] = prepareDevices(stack.dataFolder)
  const page = await people.enter(addressOf([camera?.sn ?? ''], Date.now() - HOUR_MS))
  await expect(page.locator('[data-path="plugin"]')).toBeVisible({ timeout: 45_000 })
  await expect(page.locator('[data-shows="picture"]')).toBeVisible()
  await button(page, 'Pause').click()
  const box = (await page.getByRole('slider', { name: 'Time of the playback' }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const preview = page.locator('[data-preview-ms]')
  for (const share of [0.5, 0.6, 0.7, 0.8]) {
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2)
    await expect(preview).toBeVisible()
    await page.mouse.move(box.x + share * box.width, box.y - box.height)
    await expect(preview).toHaveCount(0)
  }
  await stack.stopPart('simulator')
})
