import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deviceTypes } from '#contract/enums.ts'
import { modeAt, zoneHere } from '#device/recorder/record-plan.ts'
import { readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { DeviceRecorder } from '#device/simulator/recordings/device-recorder.ts'
import { firstState } from '#device/simulator/state/device-state.ts'
import { weekTimeAt } from '#shared/time/zone.ts'
import { NOON_MS, recorderStand, shown } from '#tests/support/record-clip.ts'

const DAY_MS = 86_400_000
const FPS = 15
const noKeep = { days: null, gigabytes: null }
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

test('a plan of the week says how each minute is recorded, by the clocks of its zone', () => {
  const plan = {
    continuous: [{ day: 0, fromMinute: 13 * 60, toMinute: 14 * 60 }],
    events: [{ day: 0, fromMinute: 12 * 60, toMinute: 15 * 60 }],
  }
  // 1 March 2026 is a Sunday; its noon in UTC is 13:00 in Amsterdam.
  expect(modeAt('schedule', plan, NOON_MS, 'Europe/Amsterdam')).toBe('continuous')
  expect(modeAt('schedule', plan, NOON_MS, 'UTC')).toBe('events')
  expect(modeAt('schedule', plan, NOON_MS + 3 * 3_600_000, 'UTC')).toBe('off')
  expect(modeAt('schedule', plan, NOON_MS + DAY_MS, 'UTC')).toBe('off')
  expect(modeAt('off', plan, NOON_MS, 'UTC')).toBe('off')
})

test('the recorder of the bridge begins and ends with the plan, at the key frame behind it', async () => {
  const stand = await recorderStand()
  folders.push(stand.folder)
  const { channel, camera } = stand.channel('SLYARD0001', 'off')
  const { day, minute } = weekTimeAt(NOON_MS + 60_000, zoneHere())
  channel.choose({ mode: 'schedule', plan: { continuous: [{ day, fromMinute: minute, toMinute: minute + 1 }], events: [] } })
  camera.open()
  camera.film(180 * FPS)
  await channel.stop()
  const found = await shown(channel, NOON_MS, NOON_MS + 180_000)
  if (typeof found === 'string') expect.unreachable()
  expect([found.times[0], found.times.at(-1)].map((ms = 0) => Math.round((ms - NOON_MS) / 1_000))).toEqual([60, 120])
  await stand.recorder.close()
})

test('what is kept of a channel of the bridge ends with its own days and size, and no other channel loses any', async () => {
  const stand = await recorderStand()
  folders.push(stand.folder)
  const [one, other] = [stand.channel('SLYARD0001'), stand.channel('SLGATE0001')]
  for (const { camera, channel } of [one, other]) {
    camera.open()
    camera.film(130 * FPS)
    await channel.stop()
  }
  const kept = async ({ channel }: typeof one) => (await channel.settings()).channels[0]?.kept?.bytes ?? -1
  const before = await kept(one)
  expect(before).toBeGreaterThan(0)
  one.channel.choose({ mode: 'off', keep: { days: null, gigabytes: (before * 0.7) / 1e9 } })
  await stand.recorder.retention.tidy(NOON_MS + 200_000)
  expect(await kept(one)).toBeLessThanOrEqual(before * 0.7)
  expect(await kept(one)).toBeGreaterThan(0)
  one.channel.choose({ mode: 'off', keep: { days: 1, gigabytes: null } })
  await stand.recorder.retention.tidy(NOON_MS + 2 * DAY_MS)
  expect(await kept(one)).toBe(0)
  expect(await kept(other)).toBe(before)
  expect(await one.channel.settings()).toMatchObject({ channels: [{ keep: { days: 1, gigabytes: null } }], timeZone: zoneHere() })
  await stand.recorder.close()
})

test('a device of the simulator records by its plan, keeps what it may, and tells of nothing outside of its areas', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-plan-'))
  const loop = new ClipLoop(readClip('gate', 'main'), 0)
  const nowMs = Date.UTC(2026, 10, 25, 11, 59)
  const state = firstState({ sn: 'SLTEST0001', name: 'Recorder', devType: deviceTypes.nvr, channels: 2 }, nowMs)
  const recorder = new DeviceRecorder({ folder, state, loops: [loop, loop], nowMs, isTold: (chlIndex) => chlIndex !== 1 })
  const plan = { continuous: [{ day: 3, fromMinute: 720, toMinute: 721 }], events: [{ day: 3, fromMinute: 722, toMinute: 723 }] }
  recorder.setMode(0, 'schedule', nowMs, { plan })
  recorder.setMode(1, 'schedule', nowMs, { plan })
  for (let ms = nowMs; ms <= nowMs + 300_000; ms += 60_000) recorder.run(ms)
  const time = { startMs: nowMs, endMs: nowMs + 300_000 }
  const [minute, ...around] = recorder.find(0, time)
  expect(minute).toEqual({ startMs: nowMs + 60_000, endMs: nowMs + 120_000 })
  expect(around.length).toBeGreaterThan(0)
  for (const { startMs, endMs } of around) expect(startMs >= nowMs + 180_000 && endMs <= nowMs + 240_000).toBe(true)
  expect(recorder.find(1, time)).toEqual([minute])

  const past = { startMs: 0, endMs: nowMs }
  const whole = recorder.find(0, past)[0] ?? expect.unreachable()
  expect(whole.startMs).toBeLessThan(nowMs - 3 * DAY_MS)
  recorder.setMode(0, 'schedule', nowMs + 300_000, { keep: { ...noKeep, days: 2 } })
  expect(recorder.find(0, past)[0]?.startMs).toBe(nowMs + 300_000 - 2 * DAY_MS)
  recorder.setMode(0, 'schedule', nowMs + 300_000, { keep: { ...noKeep, gigabytes: 0.5 } })
  const settings = recorder.settings().channels
  expect(settings[0]?.kept?.bytes).toBeLessThanOrEqual(0.5e9)
  expect(settings[0]?.kept?.bytes).toBeGreaterThan(0.49e9)
  expect(settings[0]).toMatchObject({ mode: 'schedule', plan, keep: { days: null, gigabytes: 0.5 } })
  expect(recorder.find(1, past)[0]).toEqual(whole)
  recorder.flush()
  rmSync(folder, { recursive: true })
})
