import { describe, expect, test } from 'vitest'
import { fromDevice } from '#contract/device-gateway.ts'
import { pictureKinds } from '#contract/event-attributes.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { listClips, readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { EventReporter } from '#device/simulator/event-reporter.ts'
import { toDeviceEvent } from '#device/simulator/happening-event.ts'
import { MOST_SNAPSHOT_BYTES, readSnapshot } from '#device/simulator/snapshot.ts'

const startMs = Date.UTC(2026, 10, 21)
const HOUR_MS = 60 * 60_000
const clips = listClips().filter(({ stream }) => stream === 'sub')

/** Lets hours pass, each time to the moment when the reporter wants to be woken. */
function watch(scene: string, offsetMs: number, hours = 1) {
  const loop = new ClipLoop(readClip(scene, 'sub'), offsetMs)
  const events: DeviceEvent[] = []
  const reporter = new EventReporter({ chlIndex: 3, loop, report: (event) => events.push(event) }, startMs)
  while (reporter.dueMs < startMs + hours * HOUR_MS) reporter.run(reporter.dueMs)
  return { loop, events }
}

describe.each(clips)('the analytics of $scene', ({ scene, happenings, frames, fps }) => {
  test('report what the loop shows, when it shows it, some times an hour', () => {
    const { loop, events } = watch(scene, 7_300)
    expect(events.length).toBeGreaterThan(4)
    expect(events.length).toBeLessThan(8)
    for (const event of events) {
      const shownMs = ((loop.newestAt(event.atMs + 1) % frames) * 1000) / fps
      const happening = happenings.find(({ atMs }) => Math.abs(atMs - shownMs) <= 1000 / fps)
      expect(happening, `${event.event} at ${shownMs} ms of the loop`).toBeDefined()
      expect(event.event).toBe(happening?.kind)
      expect(event.snapshot).toBe(readSnapshot(scene, happening?.atMs ?? -1))
    }
  })

  test('see everything in turn, and lose none of what the scene says of them', () => {
    const { events } = watch(scene, 0, 4)
    expect(new Set(events.map(({ snapshot }) => snapshot)).size).toBe(happenings.length)
    for (const happening of happenings) {
      const { attributes } = toDeviceEvent(happening)
      expect(Object.keys(attributes)).toHaveLength(Object.keys(happening.attributes ?? {}).length)
    }
  })

  test('have a small picture of each happening, as the gateway takes it', () => {
    for (const happening of happenings) {
      const snapshot = readSnapshot(scene, happening.atMs) ?? ''
      expect(Buffer.from(snapshot, 'base64').byteLength).toBeLessThanOrEqual(MOST_SNAPSHOT_BYTES)
      const message = { kind: 'event', chlIndex: 0, atMs: startMs, snapshot, ...toDeviceEvent(happening) }
      expect(fromDevice.safeParse(message).error).toBeUndefined()
    }
  })
})

test('cameras of the four scenes tell of motion, people, vehicles, faces and plates', () => {
  const kinds = clips.flatMap(({ happenings }) => happenings.map((happening) => toDeviceEvent(happening).event))
  expect(new Set(kinds)).toEqual(new Set(pictureKinds))
})

test('a machine that slept reports nothing late, and goes on', () => {
  const events: DeviceEvent[] = []
  const loop = new ClipLoop(readClip('gate', 'sub'), 0)
  const reporter = new EventReporter({ chlIndex: 0, loop, report: (event) => events.push(event) }, startMs)
  reporter.run(reporter.dueMs + HOUR_MS)
  expect(events).toEqual([])
  expect(reporter.dueMs).toBeGreaterThanOrEqual(startMs + HOUR_MS)
  reporter.run(reporter.dueMs)
  expect(events).toHaveLength(1)
})
