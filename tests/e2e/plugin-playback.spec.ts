import type { Page } from '@playwright/test'
import { loadClip } from '#tests/support/clip.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import { Stack } from '#tests/support/stack.ts'
import { expect, test as base } from './support/test.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const RECORDED_MS = 12_000

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
      const cameras = ['Yard', 'Gate'].map((name) => ({ path: `/${name}`, clip, fps: 15 }))
      const recorded = await recordCameras(stack, cameras, RECORDED_MS)
      await use(recorded)
      await recorded.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ serviceWorkers: 'block' })

const windowOf = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`: ${name}, `) })
const button = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name, exact: true })

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
  const page = await people.enter(`/playback?cameras=${recorded.sns.map((sn) => `${sn}.0`).join(',')}&at=${recorded.startMs + 1_000}`)
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  for (const name of ['Yard', 'Gate']) await expect(windowOf(page, name)).toHaveAttribute('data-shows', 'picture')
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
  const page = await people.enter(`/playback?cameras=${sn}.0&at=${recorded.startMs + 1_000}`)
  await expect(page.locator('[data-path="plugin"]')).toBeVisible({ timeout: 45_000 })
  await expect(windowOf(page, 'Yard')).toHaveAttribute('data-shows', 'picture')
  const pictureMs = async () => Number(await windowOf(page, 'Yard').getAttribute('data-picture-ms'))
  await page.getByLabel('Speed').selectOption('4×')
  await expect.poll(pictureMs).toBeGreaterThan(recorded.startMs + 7_000)
  await page.getByLabel('Speed').selectOption('1×')
  await button(page, 'Backwards').click()
  const before = await pictureMs()
  await expect.poll(pictureMs).toBeLessThan(before - 1_500)
  await button(page, 'Backwards').click()
  await button(page, '10 seconds back').click()
  await expect(windowOf(page, 'Yard')).toHaveAttribute('data-shows', 'picture')
  await expect(page.locator('[data-path="plugin"]')).toBeVisible()
})
