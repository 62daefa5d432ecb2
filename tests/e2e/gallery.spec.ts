import { readFileSync } from 'node:fs'
import { loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { expectSound, look } from './support/axe.ts'
import { expect, test } from './support/house.ts'
import { expectLive, openCamera, signIn, windowOf } from './support/test.ts'

const CAMERA = 'Gate 1 – entry'

/** The demonstration's cameras, without a plugin. */
test.use({ hasCameras: true })

const galleryOf = (page: Page) => page.getByRole('dialog', { name: 'Snapshots and recordings' })
const snapsOf = (page: Page) => galleryOf(page).getByRole('list', { name: 'Snapshots' }).getByRole('listitem')

const recordsOf = (page: Page) => galleryOf(page).getByRole('list', { name: 'Recordings' }).getByRole('listitem')

/** Downloads what this button brings. */
async function download(page: Page, button: Locator): Promise<{ name: string; path: string }> {
  const saving = page.waitForEvent('download')
  await button.click()
  const saved = await saving
  return { name: saved.suggestedFilename(), path: await saved.path() }
}

/** How many pictures a player finds in a file of this size, for how long, s. */
async function lookInto(path: string): Promise<{ pictures: number; seconds: number }> {
  const shown = await framesIn(path, { kind: 'video', filters: '' })
  return { pictures: shown.length, seconds: (shown.at(-1)?.atS ?? 0) - (shown[0]?.atS ?? 0) }
}

test('snapshots and recordings are kept, the last five, for every tab and without a network, until they are deleted', {
  tag: '@deep',
}, async ({ page, context, stack }) => {
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('r')
  await page.keyboard.press('b')
  const replay = windowOf(page, 1).getByRole('group', { name: 'Replay' })
  await expect(replay).toBeVisible()
  await expect(windowOf(page, 1)).toHaveAccessibleName(/Replay, not live$/)
  await replay.getByRole('button', { name: 'Pause' }).click()
  // The keys of the time line are its own while it has the focus: no arrow leads to another window.
  const time = replay.getByRole('slider', { name: 'Time' })
  const nowOf = async () => Number(await time.getAttribute('aria-valuenow'))
  const before = await nowOf()
  await time.press('ArrowRight')
  await expect.poll(nowOf).toBeGreaterThan(before)
  await expect(time).toBeFocused()
  await expect(time).toHaveAttribute('aria-valuetext', /\d\d:\d\d:\d\d, \d+ s behind live$/)
  await expectSound(page, 'a replay')
  await look(page, 'replay')
  await replay.getByRole('button', { name: 'Back to live' }).click()
  await expect(replay).toBeHidden()
  await windowOf(page, 1).focus()
  await expect(windowOf(page, 1).getByRole('timer')).toHaveText(/00:0[3-9]|00:[1-9]/)
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Show the snapshots' }).click()
  await expect(snapsOf(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(page.getByText('The recording is kept.')).toBeVisible()
  await page.keyboard.press('g')
  const snap = await download(page, snapsOf(page).getByRole('button', { name: /^Download/ }))
  expect(snap.name).toMatch(/^Gate 1 – entry [^/\\:*?<>|"]+\.jpg$/)
  expect(await loadImage(readFileSync(snap.path))).toMatchObject({ width: 1280, height: 720 })
  const formats = recordsOf(page).getByRole('button', { name: /^Download .* as (AVI|MP4)$/ })
  await expect(formats.first()).toHaveAccessibleName(/ as AVI$/)
  for (const format of ['AVI', 'MP4']) {
    const recorded = await download(page, recordsOf(page).getByRole('button', { name: new RegExp(`^Download .* as ${format}$`) }))
    expect(recorded.name).toMatch(new RegExp(`^Gate 1 – entry .+\\.${format.toLowerCase()}$`))
    const { pictures, seconds } = await lookInto(recorded.path)
    expect(seconds).toBeGreaterThan(1.5)
    expect(pictures / seconds).toBeGreaterThan(10)
    expect(pictures / seconds).toBeLessThan(20)
  }
  // A system that takes pictures and no films: what it takes is shared, what it does not is saved.
  await page.evaluate(() => {
    const shared: string[] = []
    Object.assign(globalThis, { shared })
    navigator.canShare = ({ files = [] } = {}) => files.every(({ type }) => type === 'image/jpeg')
    navigator.share = async ({ files = [] } = {}) => void shared.push(...files.map(({ name }) => name))
  })
  await snapsOf(page)
    .getByRole('button', { name: /^Share/ })
    .click()
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'shared') as string[])).toEqual([snap.name])
  const saved = await download(page, recordsOf(page).getByRole('button', { name: /^Share/ }))
  expect(saved.name).toMatch(/^Gate 1 – entry .+\.mp4$/)
  expect(readFileSync(saved.path).subarray(4, 8).toString()).toBe('ftyp')

  const other = await context.newPage()
  await other.goto(stack.address('/live?split=1'))
  await other.getByRole('button', { name: 'Snapshots and recordings' }).click()
  await expect(snapsOf(other)).toHaveCount(1)
  await page.keyboard.press('Escape')
  for (let count = 2; count <= 6; count += 1) {
    await page.keyboard.press('s')
    await expect(snapsOf(other)).toHaveCount(Math.min(5, count))
  }
  await other.close()

  await stack.stopPart('service')
  await page.reload()
  await page.getByRole('button', { name: 'Snapshots and recordings' }).click()
  await expect(snapsOf(page)).toHaveCount(5)
  await recordsOf(page)
    .getByRole('button', { name: /large$/ })
    .click()
  const player = page.getByRole('dialog').locator('video')
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState > video.HAVE_METADATA)).toBe(true)
  await player.evaluate((video: HTMLVideoElement) => video.play())
  await expect
    .poll(() => player.evaluate(({ videoWidth, currentTime }: HTMLVideoElement) => videoWidth > 0 && currentTime > 0.5))
    .toBe(true)
  // The window was muted; a recording holds what its camera hears all the same.
  const soundBytes = (video: HTMLVideoElement) =>
    (video as HTMLVideoElement & { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount
  expect(await player.evaluate(soundBytes)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expectSound(page, 'the gallery')
  await snapsOf(page)
    .nth(0)
    .getByRole('button', { name: /large$/ })
    .click()
  const view = page.getByRole('dialog', { name: new RegExp(`^${CAMERA} · `) })
  await expect.poll(() => view.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
  const first = await view.getByRole('img').getAttribute('src')
  await page.keyboard.press('ArrowRight')
  await expect(view.getByRole('img')).not.toHaveAttribute('src', first ?? '')
  await view.getByRole('button', { name: /^Delete/ }).click()
  await expect(view).toBeHidden()
  await expect(snapsOf(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(snapsOf(page)).toHaveCount(5)
  await stack.startPart('service')
})
