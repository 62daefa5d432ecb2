import { join } from 'node:path'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { openDatabase } from '#server/db/open.ts'
import { buyCloudStorage } from '#tests/support/payment/buy-cloud-storage.ts'
import { connectRecordingCamera } from '#tests/support/recording-camera.ts'
import { report } from '#tests/support/seen-events.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSound, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { addAlarmOf } from './support/many-alarms.ts'
import { counterOnScreen } from './support/pixels.ts'
import { foreignClip, FPS, test } from './support/recorded.ts'
import { expect, openCamera, pressTool, windowOf } from './support/test.ts'

/** Of the first one the browser decodes nothing: neither live nor what is recorded. */
const LOOP = foreignClip.pictures.length
const BACK_MS = 10_000

test.use({ serviceWorkers: 'block' })

test('one window of the wall looks ten seconds back while the other stays live, and is live again at a press', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter('/live?split=4')
  for (const name of ['Lock', 'Gate']) await openCamera(page, name)
  for (const number of [1, 2]) await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing')
  /** How old the picture of a window is by the counter of its camera, as many seconds as its loop has at most. */
  const ageMs = async (number: number) => {
    const host = windowOf(page, number)
    const past = host.locator('[data-shows="picture"]')
    const counter = await counterOnScreen(page, (await past.count()) > 0 ? past : host, { isBare: true })
    return counter === undefined ? undefined : recorded.ageMs(number === 1 ? 'Lock' : 'Gate', counter)
  }
  const first = windowOf(page, 1)
  const pictureMs = async () => Number(await first.locator('[data-shows]').getAttribute('data-picture-ms'))
  const pressedMs = Date.now()
  await pressTool(page, 1, '10 s')
  await expect(first.locator('[data-shows="picture"]')).toBeVisible()
  await expect(first.getByText('Recorded, not live')).toBeVisible()
  // Ten seconds before the press, and what has been played since.
  const soonMs = await pictureMs()
  expect(soonMs).toBeGreaterThan(pressedMs - BACK_MS - 2_000)
  expect(soonMs).toBeLessThan(Date.now() - BACK_MS + 2_000)
  const loopMs = (LOOP * 1000) / FPS
  // It is the very picture that the camera filmed then, by its own count: within its loop, which may be shorter than ten seconds.
  const apartMs = async () => {
    const age = (await ageMs(1)) ?? Number.NaN
    // The age is that of this moment, and not of the one before the screen was read.
    const filmedMs = Date.now() - age
    const apart = Math.abs(filmedMs - (await pictureMs())) % loopMs
    return Math.min(apart, loopMs - apart)
  }
  await expect.poll(apartMs).toBeLessThan(1_000)
  await expect.poll(async () => (await ageMs(2)) ?? loopMs).toBeLessThan(1_500)
  await expect(windowOf(page, 2)).toHaveAccessibleName(/Live$/)
  // It goes on.
  const before = await pictureMs()
  await expect.poll(pictureMs).toBeGreaterThan(before + 1_000)
  await expectSound(page, 'look-back')
  await look(page, 'look-back')

  await first.getByRole('button', { name: 'Back to live' }).click()
  await expect(first.locator('[data-shows]')).toHaveCount(0)
  await expect(first).toHaveAccessibleName(/Live$/)
  await expect.poll(async () => (await ageMs(1)) ?? loopMs).toBeLessThan(1_500)

  // The moment that a window looks back to, on the page of the playback.
  await pressTool(page, 2, '10 s')
  const second = windowOf(page, 2)
  await expect(second.locator('[data-shows="picture"]')).toBeVisible()
  const sinceMs = Date.now()
  const seenMs = Number(await second.locator('[data-shows]').getAttribute('data-picture-ms'))
  await second.getByRole('link', { name: 'Go to that moment' }).click()
  await expect(page).toHaveURL(new RegExp(`/playback\\?.*cameras=${recorded.snOf('Gate')}\\.0`))
  const ledMs = Number(new URL(page.url()).searchParams.get('at')) - seenMs
  expect(ledMs).toBeGreaterThan(-2_000)
  expect(ledMs).toBeLessThan(Date.now() - sinceMs + 2_000)
  await expect(page.getByRole('group', { name: /: Gate, Recorded$/ })).toBeVisible()
})

test('an alarm plays at once what was recorded around it, up to its end, and leads to the live picture of its camera', async ({
  people,
  recorded,
  stack,
}) => {
  const atMs = recorded.startMs + 7_000
  await addAlarmOf(stack, 'Dock', atMs)
  const page = await people.enter('/alerts?kinds=%5B"motion"%5D')
  await page.getByRole('row').filter({ hasText: 'Dock' }).locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog')
  const past = panel.locator('[data-shows]')
  await expect(past).toHaveAttribute('data-shows', 'picture')
  const pictureMs = async () => Number(await past.getAttribute('data-picture-ms'))
  // From before the alarm on, and past it.
  expect(await pictureMs()).toBeLessThan(atMs)
  await expect.poll(pictureMs).toBeGreaterThan(atMs)
  await look(page, 'alarm-clip')
  // The keys of all players.
  const player = panel.getByRole('group', { name: 'Player' })
  await deepStep('up to its end, and once more', async () => {
    await player.focus()
    for (const key of ['>', '>']) await page.keyboard.press(key)
    await expect(player.getByLabel('Speed')).toHaveValue('4')
    await expect(panel.getByRole('button', { name: 'Play again' })).toBeVisible()
    for (const key of ['<', '<']) await page.keyboard.press(key)
    await panel.getByRole('button', { name: 'Play again' }).click()
    await expect.poll(pictureMs).toBeLessThan(atMs)
  })
  await player.focus()
  await page.keyboard.press('k')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const stood = await pictureMs()
  await page.keyboard.press('.')
  await expect.poll(pictureMs).toBeGreaterThan(stood)
  await page.keyboard.press('+')
  await expect(player.locator('[data-scale]')).not.toHaveAttribute('data-scale', '1')
  await deepStep('it is archived, with what another camera recorded beside it', async () => {
    await panel.getByRole('button', { name: 'Archive' }).click()
    const form = page.getByRole('dialog', { name: 'Archive a part' })
    await expect(form.getByRole('checkbox', { name: 'Dock' })).toBeChecked()
    await form.getByRole('checkbox', { name: 'Gate' }).check()
    await form.getByLabel('Length').selectOption({ label: '30 seconds' })
    await form.getByLabel('Tags, with commas between').fill('dock, night')
    await form.getByLabel('Notes').fill('Seen by the guard')
    await expectSound(page, 'archive from an alarm')
    await form.getByRole('button', { name: 'Archive' }).click()
    await expect(form.getByRole('list', { name: 'Archives' }).getByRole('listitem')).toHaveCount(2)
    await look(page, 'archives-begun')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    const { archives } = await recorded.admin.call(archivesList, { pageNum: 1, status: archiveFilters.all, archiveTitle: 'night' })
    expect(new Set(archives.map(({ batchId }) => batchId)).size).toBe(1)
    expect(archives.map(({ cameraName }) => cameraName).toSorted()).toEqual(['Dock', 'Gate'])
    expect(archives[0]).toMatchObject({ tags: ['dock', 'night'], notes: 'Seen by the guard', durationMs: 30_000 })
  })
  await panel.getByRole('button', { name: 'Go to live' }).click()
  await expect(windowOf(page, 1)).toHaveAccessibleName(/Dock.*Live$/)
  await expect(page).not.toHaveURL(/camera=/)
})

test('an alarm of a camera that is away since plays what the cloud has kept of it, and says so', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const url = `http://127.0.0.1:${stack.port}`
  const camera = { sn: 'AWAY000001', securityCode: 'AWAYCODE1' }
  const { agent } = await connectRecordingCamera(url, camera)
  const admin = await new ServiceClient(url).signIn(stack.user())
  await admin.call(deviceBind, { ...camera, siteId: 'harbor-gate' })
  await buyCloudStorage(admin, camera.sn)
  const atMs = stack.nowMs - 30_000
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  await db
    .updateTable('cloud_term')
    .set({ starts_at_ms: atMs - 60_000 })
    .where('sn', '=', camera.sn)
    .execute()
  await db.destroy()
  report(agent, { event: 'person' }, atMs)
  const span = { sn: camera.sn, chlIndex: 0, fromMs: atMs - 5_000, toMs: atMs + 10_000, from: 'cloud' } as const
  await expect.poll(async () => (await admin.call(eventVideoSearch, span)).segments.length, { timeout: 20_000 }).toBe(1)
  await agent.stop()
  await addAlarmOf(stack, 'Counter', atMs)
  const page = await people.enter('/alerts?kinds=%5B"motion"%5D')
  await page.getByRole('row').filter({ hasText: 'Counter' }).locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('From the cloud')).toBeVisible()
  const past = panel.locator('[data-shows]')
  await expect(past).toHaveAttribute('data-shows', 'picture')
  await expect.poll(async () => Number(await past.getAttribute('data-picture-ms'))).toBeGreaterThan(atMs)
  await look(page, 'alarm-clip-of-the-cloud')
})
