import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import type { ChannelSource } from '#device/agent/channel-source.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import type { Clip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { openDatabase } from '#server/db/open.ts'
import { timeIn } from '#shared/time/zone.ts'
import { buyCloudStorage } from '#tests/support/payment/buy-cloud-storage.ts'
import { recorderStand } from '#tests/support/record-clip.ts'
import { connectRecordingCamera, counterClip, damagedCounterClip, largeCounterClip } from '#tests/support/recording-camera.ts'
import { report } from '#tests/support/seen-events.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSound, expectSoundEverywhere, look } from './support/axe.ts'
import { counterOnScreen } from './support/pixels.ts'
import { noteCounters, notedCounters, shownCounters, teachCountingNow } from './support/seen-counters.ts'
import { expect, test as base } from './support/test.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What the cloud keeps around an event. */
const KEPT_BEFORE_MS = 5_000
const KEPT_AFTER_MS = 10_000
const NOTHING = 'Nothing was recorded at this time.'
const DAMAGED = 'The recording is damaged here. It goes on with the next pictures that are whole.'
const OFFLINE = 'The device is offline. Its recordings are there again when it is.'

/** The service alone: the cameras of these tests come and go. */
const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stack = await Stack.start(['service'])
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
})

test.use({ serviceWorkers: 'block' })

const windowOf = (page: Page, number: number) => page.getByRole('group', { name: new RegExp(`^Window ${number}: Counter, `) })
const pictureMs = async (page: Page, number = 1) => Number(await windowOf(page, number).getAttribute('data-picture-ms'))
const choice = (page: Page, name: 'Device' | 'Cloud') =>
  page.getByRole('group', { name: 'Recordings of' }).getByRole('button', { name, exact: true })

async function expectPicture(page: Page, number = 1): Promise<void> {
  await expect(windowOf(page, number)).toHaveAttribute('data-shows', 'picture')
}

/** A camera that has recorded its last 24 hours, bound by an administrator. */
async function bindCamera(stack: Stack, camera: { sn: string; securityCode: string }, source?: ChannelSource) {
  const url = `http://127.0.0.1:${stack.port}`
  const { agent } = await connectRecordingCamera(url, camera, source)
  const admin = await new ServiceClient(url).signIn(stack.user())
  await admin.call(deviceBind, { ...camera, siteId: 'harbor-gate' })
  return { url, agent, admin }
}

/** How many pictures a camera films from one to the other, either way. */
function apart(one: number, other: number): number {
  const { frames } = counterClip()
  const ahead = (one - other + frames) % frames
  return Math.min(ahead, frames - ahead)
}

test('the playback changes over to what the cloud has kept: its days, its time line and its pictures, also while the device is away', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const sn = 'KEPT000001'
  const { agent, admin } = await bindCamera(stack, { sn, securityCode: 'KEPTCODE1' })
  await buyCloudStorage(admin, sn)
  const atMs = stack.nowMs - 30_000
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  await db
    .updateTable('cloud_term')
    .set({ starts_at_ms: atMs - MINUTE_MS })
    .where('sn', '=', sn)
    .execute()
  await db.destroy()
  report(agent, { event: 'person' }, atMs)
  const span = { sn, chlIndex: 0, fromMs: atMs - KEPT_BEFORE_MS, toMs: atMs + KEPT_AFTER_MS, from: 'cloud' } as const
  await expect.poll(async () => (await admin.call(eventVideoSearch, span)).segments.length, { timeout: 20_000 }).toBe(1)

  const page = await people.enter(`/playback?cameras=${sn}.0&at=${atMs}`)
  await expectPicture(page)
  const steer = page.getByRole('toolbar', { name: 'Playback' })
  await steer.getByRole('button', { name: 'Pause' }).click()
  await expect(choice(page, 'Device')).toHaveAttribute('aria-pressed', 'true')
  const counter = () => counterOnScreen(page, windowOf(page, 1))
  await expect.poll(counter).toBeDefined()
  const ofDevice = (await counter()) ?? Number.NaN
  await choice(page, 'Cloud').click()
  await expect(page).toHaveURL(/from=cloud/)
  await expectPicture(page)
  // A file begins with its first picture, however much later that was filmed.
  await expect.poll(async () => apart((await counter()) ?? Number.NaN, ofDevice)).toBeLessThanOrEqual(1)

  // Of a minute before the device has something, and the cloud has not.
  await page.goto(page.url().replace(/at=\d+/, `at=${atMs - MINUTE_MS}`))
  await page.getByLabel('Skip gaps').uncheck()
  await expect(page.getByText(NOTHING)).toBeVisible()
  await choice(page, 'Device').click()
  await expectPicture(page)
  await choice(page, 'Cloud').click()
  await expect(page.getByText(NOTHING)).toBeVisible()
  await look(page, 'playback-of-the-cloud')
  await page.getByLabel('Skip gaps').check()
  await expectPicture(page)
  expect(await pictureMs(page)).toBeGreaterThanOrEqual(atMs - KEPT_BEFORE_MS - 200)
  await expect.poll(() => pictureMs(page)).toBeGreaterThan(atMs)

  const marked = page.getByRole('button', { name: /, Recorded$/ })
  await page.getByLabel('Day', { exact: true }).click()
  await expect(marked).toHaveCount(1)
  await marked.click()
  await expect.poll(async () => Math.abs((await pictureMs(page)) - (atMs - KEPT_BEFORE_MS))).toBeLessThan(2_000)

  await agent.stop()
  await choice(page, 'Device').click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await choice(page, 'Cloud').click()
  await page.goto(page.url().replace(/at=\d+/, `at=${atMs}`))
  await expectPicture(page)
  await steer.getByRole('button', { name: 'Pause' }).click()
  await expectSoundEverywhere(page, 'the playback of the cloud')
})

test('a device that goes away in mid-play is said to be offline while the other camera plays on, and its pictures come back by themselves', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const [leaving, staying] = [
    { sn: 'LEAVES0001', securityCode: 'LEAVECODE' },
    { sn: 'STAYS00001', securityCode: 'STAYSCODE' },
  ]
  const { url, agent } = await bindCamera(stack, leaving)
  const other = await bindCamera(stack, staying)
  const page = await people.enter(`/playback?cameras=${leaving.sn}.0,${staying.sn}.0&at=${stack.nowMs - 10 * MINUTE_MS}`)
  for (const number of [1, 2]) await expectPicture(page, number)
  await agent.stop()
  // What was fetched before is seen first.
  await expect(windowOf(page, 1).getByText(OFFLINE)).toBeVisible({ timeout: 60_000 })
  const lostMs = await pictureMs(page)
  await expect.poll(() => pictureMs(page, 2)).toBeGreaterThan(lostMs + 2_000)
  await expectSound(page, 'the playback of a device that is away')
  await look(page, 'playback-device-away')

  const { agent: back } = await connectRecordingCamera(url, leaving)
  await expectPicture(page)
  await expect.poll(async () => Math.abs((await pictureMs(page, 1)) - (await pictureMs(page, 2)))).toBeLessThan(1_000)
  expect(await pictureMs(page)).toBeGreaterThan(lostMs)
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
  await Promise.all([back.stop(), other.agent.stop()])
})

test('pictures that are damaged are said to be, both ways, and those in front of them and behind them are seen', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const { clip, from, to } = damagedCounterClip()
  const loop = new ClipLoop(clip, 0)
  const camera = { sn: 'DAMAGED001', securityCode: 'DAMAGEDCO' }
  const { agent } = await bindCamera(stack, camera, new SimulatedSource([{ main: loop, sub: loop }], new Pacer()))
  const begin = loop.firstFrom(stack.nowMs - 10 * MINUTE_MS)
  const firstOfLoop = begin - (begin % clip.frames)
  const [fromMs, toMs] = [from, to].map((number) => loop.captureMs(firstOfLoop + number)) as [number, number]
  const page = await people.enter(`/playback?cameras=${camera.sn}.0&at=${Math.round(toMs + 800)}`)
  const steer = page.getByRole('toolbar', { name: 'Playback' })
  await expectPicture(page)
  await steer.getByRole('button', { name: 'Pause' }).click()
  await steer.getByLabel('Speed').selectOption('1/2×')
  await steer.getByRole('button', { name: 'Backwards' }).click()
  await teachCountingNow(page)
  await noteCounters(windowOf(page, 1))
  await steer.getByRole('button', { name: 'Play' }).click()
  await expect(windowOf(page, 1).getByText(DAMAGED)).toBeVisible()
  await look(page, 'playback-damaged')
  await expect.poll(() => pictureMs(page)).toBeLessThan(fromMs - 600)
  await steer.getByRole('button', { name: 'Pause' }).click()
  const isWhole = (number: number) => number < from || number >= to
  const back = await notedCounters(page)
  expect(back).toEqual(back.toSorted((one, other) => other - one))
  expect(back.filter((number) => !isWhole(number))).toEqual([])
  expect([back.some((number) => number >= to), back.some((number) => number < from)]).toEqual([true, true])

  await steer.getByRole('button', { name: 'Backwards' }).click()
  await noteCounters(windowOf(page, 1))
  await steer.getByRole('button', { name: 'Play' }).click()
  await expect(windowOf(page, 1).getByText(DAMAGED)).toBeVisible()
  await expect.poll(() => pictureMs(page)).toBeGreaterThan(toMs + 600)
  await steer.getByRole('button', { name: 'Pause' }).click()
  const on = await notedCounters(page)
  expect(on).toEqual(on.toSorted((one, other) => one - other))
  expect(on.filter((number) => !isWhole(number))).toEqual([])
  expect([on.some((number) => number < from), on.some((number) => number >= to)]).toEqual([true, true])
  await agent.stop()
})

/** What a camera has recorded that was set to another size and codec in the middle: so many seconds of each, up to `changedMs` and from there on. */
async function changedRecording(sn: string, changedMs: number, seconds: number) {
  const stand = await recorderStand()
  const { channel, sinks } = stand.channel(sn)
  const film = ({ codec, width, height, fps, units }: Clip, fromMs: number) => {
    sinks.main?.opened({ codec, width, height, fps })
    for (let number = 0; number < seconds * fps; number++) {
      const { data, isKey } = units[number % units.length] ?? { data: new Uint8Array(), isKey: false }
      const captureMs = fromMs + (number * 1_000) / fps
      sinks.main?.unit({ isKey, isPreroll: false, ptsUs: Math.round(captureMs * 1_000), captureMs, data })
    }
  }
  film(counterClip(), changedMs - seconds * 1_000)
  film(largeCounterClip(), changedMs)
  await channel.stop()
  const source: ChannelSource = { open: () => ({ close: () => {} }), recording: (_, wanted) => channel.recording(wanted) }
  const end = async () => {
    await stand.recorder.close()
    await rm(stand.folder, { recursive: true })
  }
  return { source, end }
}

test('where the pictures of a camera became others, those of both kinds are played, on and back, and none is missing', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const sn = 'CHANGED001'
  const SECONDS = 6
  const [before, after] = [counterClip(), largeCounterClip()]
  expect(after.codec).not.toBe(before.codec)
  const changedMs = Math.floor((Date.now() - 10 * MINUTE_MS) / 1_000) * 1_000
  const { source, end } = await changedRecording(sn, changedMs, SECONDS)
  let agent: DeviceAgent | undefined
  try {
    ;({ agent } = await bindCamera(stack, { sn, securityCode: 'CHANGEDCO' }, source))
    const page = await people.enter(`/playback?cameras=${sn}.0&at=${changedMs - 5_000}`)
    const steer = page.getByRole('toolbar', { name: 'Playback' })
    await expectPicture(page)
    await steer.getByRole('button', { name: 'Pause' }).click()
    await steer.getByLabel('Speed').selectOption('1/4×')
    const field = page.getByRole('textbox', { name: 'Go to a time' })
    await field.fill(timeIn(changedMs - 1_000, 'Europe/Amsterdam', 'YYYY-MM-DD HH:mm:ss'))
    await field.press('Enter')
    await expect.poll(() => pictureMs(page)).toBe(changedMs - 1_000)
    await teachCountingNow(page)

    // The last pictures of the one kind, and the first of the other, which count on as if the last had been the end of a loop.
    const loop = SECONDS * before.fps
    const last = loop - 1
    const expected = [
      ...Array.from({ length: before.fps }, (_, index) => last - before.fps + 1 + index),
      ...Array.from({ length: 10 }, (_, index) => index),
    ]
    await noteCounters(windowOf(page, 1))
    await steer.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => pictureMs(page)).toBeGreaterThan(changedMs + 500)
    await steer.getByRole('button', { name: 'Pause' }).click()
    expect((await shownCounters(page, 1, loop)).slice(0, expected.length - 1)).toEqual(expected.slice(1))

    await steer.getByRole('button', { name: 'Backwards' }).click()
    await noteCounters(windowOf(page, 1))
    await steer.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => pictureMs(page)).toBeLessThan(changedMs - 1_000)
    await steer.getByRole('button', { name: 'Pause' }).click()
    expect((await shownCounters(page, -1, loop)).join()).toContain(expected.toReversed().join())
  } finally {
    await agent?.stop()
    await end()
  }
})

test('a machine whose clock is an hour ahead plays what has just happened, by the clock of the service', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const sn = 'AHEAD00001'
  const { agent } = await bindCamera(stack, { sn, securityCode: 'AHEADCODE1' })
  stack.moveClock(-HOUR_MS)
  // By the first answer the app knows what the service's clock shows.
  const page = await people.enter('/device/index')
  await expect(page.getByText(sn).first()).toBeVisible()
  await page.evaluate((path) => history.pushState(null, '', path), `/user/playback?cameras=${sn}.0`)
  await expectPicture(page)
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  await expect.poll(async () => Math.abs(Number(await slider.getAttribute('aria-valuemax')) - stack.nowMs)).toBeLessThan(10_000)
  expect(Math.abs((await pictureMs(page)) - (stack.nowMs - MINUTE_MS))).toBeLessThan(MINUTE_MS / 2)
  stack.moveClock(HOUR_MS)
  await agent.stop()
})
