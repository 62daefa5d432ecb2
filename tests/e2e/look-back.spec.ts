import { join } from 'node:path'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { cloudStorageCalls } from '#contract/calls/cloud-storage/cloud-storage-calls.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { TERMS_VERSION } from '#contract/payment.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { openDatabase } from '#server/db/open.ts'
import { loadClip } from '#tests/support/clip.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import { connectRecordingCamera } from '#tests/support/recording-camera.ts'
import { report } from '#tests/support/seen-events.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSound, look } from './support/axe.ts'
import { addAlarmOf } from './support/many-alarms.ts'
import { counterOnScreen } from './support/pixels.ts'
import { expect, openCamera, pressTool, test as base, windowOf } from './support/test.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
/** Of this one the browser decodes nothing: neither live nor what is recorded. */
const foreign = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
const FPS = 15
const LOOP = foreign.pictures.length
/** More than the ten seconds that are looked back. */
const RECORDED_MS = 12_000
const BACK_MS = 10_000

const test = base.extend<object, { stack: Stack; recorded: Awaited<ReturnType<typeof recordCameras>> }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stack = await Stack.start(['bridge'])
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
  recorded: [
    async ({ stack }, use) => {
      const cameras = [
        { path: '/Yard', clip: foreign, fps: FPS },
        { path: '/Gate', clip, fps: FPS },
      ]
      const recorded = await recordCameras(stack, cameras, RECORDED_MS)
      await use(recorded)
      await recorded.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ serviceWorkers: 'block' })

test('one window of the wall looks ten seconds back while the other stays live, and is live again at a press', async ({
  people,
  recorded,
}) => {
  const page = await people.enter('/live?split=4')
  for (const name of ['Yard', 'Gate']) await openCamera(page, name)
  for (const number of [1, 2]) await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing')
  /** How old the picture of a window is by the counter of its camera, as many seconds as its loop has at most. */
  const ageMs = async (number: number) => {
    const host = windowOf(page, number)
    const past = host.locator('[data-shows="picture"]')
    const counter = await counterOnScreen(page, (await past.count()) > 0 ? past : host)
    const name = number === 1 ? '/Yard' : '/Gate'
    return counter === undefined ? undefined : recorded.rtsp.camera(name).ageMs(counter, Date.now())
  }
  await pressTool(page, 1, '10 s')
  const first = windowOf(page, 1)
  await expect(first.locator('[data-shows="picture"]')).toBeVisible()
  await expect(first.getByText('Recorded, not live')).toBeVisible()
  const loopMs = (LOOP * 1000) / FPS
  // A camera's loop may be shorter than ten seconds: both are compared within it.
  const expectedMs = BACK_MS % loopMs
  await expect.poll(async () => Math.abs(((await ageMs(1)) ?? 0) - expectedMs)).toBeLessThan(2_000)
  await expect.poll(async () => (await ageMs(2)) ?? loopMs).toBeLessThan(1_500)
  await expect(windowOf(page, 2)).toHaveAccessibleName(/Live$/)
  // It goes on.
  const pictureMs = async () => Number(await first.locator('[data-shows]').getAttribute('data-picture-ms'))
  const before = await pictureMs()
  expect(Date.now() - before).toBeGreaterThan(BACK_MS - 2_000)
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
  const seenMs = Number(await second.locator('[data-shows]').getAttribute('data-picture-ms'))
  await second.getByRole('link', { name: 'Go to that moment' }).click()
  await expect(page).toHaveURL(new RegExp(`/playback\\?.*cameras=${recorded.sns[1]}\\.0`))
  expect(Math.abs(Number(new URL(page.url()).searchParams.get('at')) - seenMs)).toBeLessThan(2_000)
  await expect(page.getByRole('group', { name: /: Gate, Recorded$/ })).toBeVisible()
})

test('an alarm plays at once what was recorded around it, up to its end, and leads to the live picture of its camera', async ({
  people,
  recorded,
  stack,
}) => {
  const atMs = recorded.startMs + 7_000
  await addAlarmOf(stack, 'Yard', atMs)
  const page = await people.enter('/alerts?kinds=%5B"motion"%5D')
  await page.getByRole('row').filter({ hasText: 'Yard' }).locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog')
  const past = panel.locator('[data-shows]')
  await expect(past).toHaveAttribute('data-shows', 'picture')
  const pictureMs = async () => Number(await past.getAttribute('data-picture-ms'))
  // From before the alarm on, and past it.
  expect(await pictureMs()).toBeLessThan(atMs)
  await expect.poll(pictureMs).toBeGreaterThan(atMs)
  await look(page, 'alarm-clip')
  // The keys of all players: the rest of it is played at four times the speed.
  const player = panel.getByRole('group', { name: 'Player' })
  await player.focus()
  for (const key of ['>', '>']) await page.keyboard.press(key)
  await expect(player.getByLabel('Speed')).toHaveValue('4')
  await expect(panel.getByRole('button', { name: 'Play again' })).toBeVisible()
  for (const key of ['<', '<']) await page.keyboard.press(key)
  await panel.getByRole('button', { name: 'Play again' }).click()
  await expect.poll(pictureMs).toBeLessThan(atMs)
  await player.focus()
  await page.keyboard.press('k')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const stood = await pictureMs()
  await page.keyboard.press('.')
  await expect.poll(pictureMs).toBeGreaterThan(stood)
  await page.keyboard.press('+')
  await expect(player.locator('[data-scale]')).not.toHaveAttribute('data-scale', '1')
  await panel.getByRole('button', { name: 'Archive' }).click()
  const form = page.getByRole('dialog', { name: 'Archive a part' })
  await expect(form.getByRole('checkbox', { name: 'Yard' })).toBeChecked()
  await form.getByRole('checkbox', { name: 'Gate' }).check()
  await form.getByLabel('Length').selectOption({ label: '30 seconds' })
  await form.getByLabel('Tags, with commas between').fill('yard, night')
  await form.getByLabel('Notes').fill('Seen by the guard')
  await expectSound(page, 'archive from an alarm')
  await form.getByRole('button', { name: 'Archive' }).click()
  await expect(form.getByRole('list', { name: 'Archives' }).getByRole('listitem')).toHaveCount(2)
  await look(page, 'archives-begun')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  const { archives } = await recorded.admin.call(archivesList, { pageNum: 1, status: archiveFilters.all })
  expect(new Set(archives.map(({ batchId }) => batchId)).size).toBe(1)
  expect(archives.map(({ cameraName }) => cameraName).toSorted()).toEqual(['Gate', 'Yard'])
  expect(archives[0]).toMatchObject({ tags: ['yard', 'night'], notes: 'Seen by the guard', durationMs: 30_000 })
  await panel.getByRole('button', { name: 'Go to live' }).click()
  await expect(windowOf(page, 1)).toHaveAccessibleName(/Yard.*Live$/)
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
  const purchase = { kind: 'trial' as const, sns: [camera.sn] }
  await admin.call(cloudStorageCalls.cloudStoragePurchase, { purchase, amountCents: 0, acceptedTerms: TERMS_VERSION })
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
