import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceTypes } from '#contract/enums.ts'
import { readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { recordCommands } from '#device/simulator/recordings/record-commands.ts'
import { DeviceRecorder } from '#device/simulator/recordings/device-recorder.ts'
import { happeningsIn } from '#device/simulator/recordings/happenings-in.ts'
import { VolumeStore } from '#device/simulator/recordings/volume-store.ts'
import { firstState } from '#device/simulator/state/device-state.ts'

const DAY_MS = 24 * 3_600_000
/** Noon, so that days do not end in between. */
const NOON_MS = Date.UTC(2025, 10, 21, 12)
const all = { startMs: 0, endMs: 8e15 }
const loop = new ClipLoop(readClip('gate', 'main'), 0)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a volume keeps what was recorded over a restart, one part after the other', () => {
  const volume = new VolumeStore(folder, 1e9)
  volume.record(0, { startMs: NOON_MS, endMs: NOON_MS + 1_000 }, 100)
  volume.record(0, { startMs: NOON_MS + 1_000, endMs: NOON_MS + 3_000 }, 100)
  volume.record(0, { startMs: NOON_MS + 9_000, endMs: NOON_MS + 10_000 }, 100)
  volume.record(1, { startMs: NOON_MS, endMs: NOON_MS + 500 }, 100)
  volume.flush()
  writeFileSync(join(folder, 'torn.json'), '{"chlIndex":0,')
  const again = new VolumeStore(folder, 1e9)
  expect(again.find(0, all)).toEqual([
    { startMs: NOON_MS, endMs: NOON_MS + 3_000 },
    { startMs: NOON_MS + 9_000, endMs: NOON_MS + 10_000 },
  ])
  expect(again.find(0, { startMs: NOON_MS + 2_000, endMs: NOON_MS + 9_500 })).toEqual([
    { startMs: NOON_MS + 2_000, endMs: NOON_MS + 3_000 },
    { startMs: NOON_MS + 9_000, endMs: NOON_MS + 9_500 },
  ])
  expect(again.bytes).toBe(450)
})

test('a volume that is full overwrites the oldest, on its disk too', () => {
  const volume = new VolumeStore(folder, 1_000)
  volume.record(0, { startMs: NOON_MS - DAY_MS, endMs: NOON_MS - DAY_MS + 6_000 }, 100)
  volume.record(0, { startMs: NOON_MS, endMs: NOON_MS + 8_000 }, 100)
  expect(volume.find(0, all)).toEqual([
    { startMs: NOON_MS - DAY_MS + 4_000, endMs: NOON_MS - DAY_MS + 6_000 },
    { startMs: NOON_MS, endMs: NOON_MS + 8_000 },
  ])
  volume.record(0, { startMs: NOON_MS + 8_000, endMs: NOON_MS + 20_000 }, 100)
  expect(volume.find(0, all)).toEqual([{ startMs: NOON_MS + 10_000, endMs: NOON_MS + 20_000 }])
  volume.flush()
  expect(readdirSync(folder)).toHaveLength(1)
  expect(new VolumeStore(folder, 1_000).bytes).toBe(1_000)
})

/** A recorder with eight channels on four disks, mounted weeks ago. */
function recorderAt(nowMs: number): DeviceRecorder {
  const state = firstState({ sn: 'SLTEST0001', name: 'Recorder', devType: deviceTypes.nvr, channels: 8 }, nowMs)
  return new DeviceRecorder({ folder, state, loops: Array.from({ length: 8 }, () => loop), nowMs })
}

test('formatting a disk removes its files and the recordings of its channels alone', () => {
  const nowMs = Date.now()
  const recorder = recorderAt(nowMs)
  const past = { startMs: nowMs - DAY_MS, endMs: nowMs }
  expect(recorder.find(1, past)).toEqual([past])
  expect(readdirSync(join(folder, 'hdd-2'))).toHaveLength(2)
  recorder.empty('hdd-2', nowMs + 2_000)
  expect(readdirSync(join(folder, 'hdd-2'))).toEqual([])
  expect(recorder.find(1, past)).toEqual([])
  expect(recorder.find(5, past)).toEqual([])
  expect(recorder.find(0, past)).toEqual([past])
  recorder.run(nowMs + 62_000)
  expect(recorder.find(1, { startMs: nowMs, endMs: nowMs + 90_000 })).toEqual([{ startMs: nowMs + 2_000, endMs: nowMs + 62_000 }])
  expect(recorderAt(nowMs + 90_000).find(0, past)).toEqual([past])
})

test('a channel is recorded when it is told to, and the others as before', () => {
  const nowMs = Date.now()
  const recorder = recorderAt(nowMs)
  const time = { startMs: nowMs, endMs: nowMs + 120_000 }
  recorder.setMode(1, 'off', nowMs)
  recorder.setMode(2, 'events', nowMs)
  recorder.run(time.endMs)
  expect(recorder.find(0, time)).toEqual([time])
  expect(recorder.find(1, time)).toEqual([])
  const around = recorder.find(2, time)
  expect(around.length).toBeGreaterThan(0)
  // From 10 s before to 10 s after each; what is seen in a moment may begin with the last 10 s.
  const seen = [...happeningsIn(loop, time, { beforeMs: 10_000, afterMs: 10_000 })].filter(({ startMs }) => startMs < time.endMs - 10_000)
  for (const { startMs, endMs } of seen)
    expect(around.some((part) => part.startMs <= startMs && part.endMs >= Math.min(endMs, time.endMs - 10_000))).toBe(true)
  for (const part of around) expect(seen.some(({ startMs, endMs }) => part.startMs >= startMs || part.endMs <= endMs)).toBe(true)
  recorder.setMode(1, 'continuous', time.endMs)
  recorder.run(time.endMs + 61_000)
  expect(recorder.find(1, { startMs: nowMs, endMs: nowMs + 200_000 })).toEqual([{ startMs: time.endMs, endMs: time.endMs + 61_000 }])
  expect(
    recorder
      .settings()
      .channels.slice(0, 3)
      .map(({ mode }) => mode),
  ).toEqual(['continuous', 'continuous', 'events'])
})

test('days are those of the time zone, and one that nobody knows is refused', () => {
  const nowMs = Date.now()
  const commands = recordCommands(recorderAt(nowMs), () => {})
  const month = new Date(nowMs - 5 * DAY_MS).toISOString().slice(0, 7)
  const ask = (timeZone: string) => commands['record-days']?.({ chlIndex: 0, month, timeZone }) as { days: string[] }
  const { days } = ask('UTC')
  expect(days).toContain(new Date(nowMs - 5 * DAY_MS).toISOString().slice(0, 10))
  expect(days.every((day) => day.startsWith(month))).toBe(true)
  expect(() => ask('Mars/Olympus')).toThrow('bad-value')
  expect(() => commands['record-days']?.({ chlIndex: 99, month, timeZone: 'UTC' })).toThrow('not-found')
})

test('the log has the whole time and what happened in it, of the kinds that are asked for, 300 at most', () => {
  const nowMs = Date.now()
  const commands = recordCommands(recorderAt(nowMs), () => {})
  const time = { chlIndex: 0, startMs: nowMs - 600_000, endMs: nowMs - 300_000 }
  type Log = { segments: { startMs: number; endMs: number; type: string }[]; isMore: boolean }
  const log = (more: object) => commands['record-log']?.({ ...time, ...more }) as Log
  expect(log({ types: ['SCHEDULE'] })).toEqual({
    segments: [{ startMs: time.startMs, endMs: time.endMs, type: 'SCHEDULE' }],
    isMore: false,
  })
  const plates = log({ types: ['PLATE'] }).segments
  expect(plates.length).toBeGreaterThan(0)
  for (const { startMs, endMs } of plates)
    expect([startMs >= time.startMs, endMs <= time.endMs, startMs < endMs]).toEqual([true, true, true])
  const day = log({ startMs: nowMs - DAY_MS })
  expect(day.segments).toHaveLength(300)
  expect(day.isMore).toBe(true)
  expect(day.segments.map(({ startMs }) => startMs)).toEqual(day.segments.map(({ startMs }) => startMs).toSorted((a, b) => a - b))
})
