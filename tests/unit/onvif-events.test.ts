import { describe, expect, test } from 'vitest'
import { EventSense } from '#device/bridge/onvif/event-sense.ts'
import { pullAnswer } from '#device/bridge/onvif/event-topics.ts'

const START_MS = Date.UTC(2026, 10, 22, 12)
const clocks = { clockAheadMs: 0, nowMs: START_MS }

interface Told {
  topic: string
  source?: Record<string, string>
  data?: Record<string, string | number | boolean>
  operation?: string
  atMs?: number
}

/** A message as the library reads it. */
function message({ topic, source = {}, data = {}, operation, atMs = START_MS }: Told): unknown {
  const items = (list: Record<string, unknown>) => {
    const all = Object.entries(list).map(([Name, Value]) => ({ $: { Name, Value } }))
    return all.length === 0 ? '' : { simpleItem: all.length === 1 ? all[0] : all }
  }
  const attributes = { UtcTime: new Date(atMs), ...(operation && { PropertyOperation: operation }) }
  const inner = { $: attributes, source: items(source), data: items(data) }
  return { topic: { _: `tns1:${topic}`, $: { Dialect: 'x' } }, message: { message: inner } }
}

/** What is sensed of messages that come one after the other, ten seconds apart. */
function sensed(...messages: unknown[]): (string | undefined)[] {
  const sense = new EventSense(new Set(['other-sensor']))
  return messages.map((one, index) => {
    const [pulled] = pullAnswer.parse({ notificationMessage: one }).notificationMessage
    return sense.hear(pulled, { clockAheadMs: 0, nowMs: START_MS + index * 10_000 })?.kind
  })
}

describe('what a camera tells becomes an event', () => {
  test.each([
    ['RuleEngine/CellMotionDetector/Motion', { IsMotion: true }, 'motion'],
    ['VideoSource/MotionAlarm', { State: 1 }, 'motion'],
    ['RuleEngine/MotionRegionDetector/Motion', { State: 'true' }, 'motion'],
    ['RuleEngine/LineDetector/Crossed', { ObjectId: 7 }, 'line-crossing'],
    ['RuleEngine/FieldDetector/ObjectsInside', { ObjectId: 7, IsInside: true }, 'intrusion'],
    ['RuleEngine/TamperDetector/Tamper', { IsTamper: true }, 'tampering'],
    ['VideoSource/GlobalSceneChange/ImagingService', { State: true }, 'tampering'],
    ['Device/Trigger/DigitalInput', { LogicalState: true }, 'input'],
    ['RuleEngine/MyRuleDetector/PeopleDetect', { State: true }, 'person'],
    ['RuleEngine/MyRuleDetector/VehicleDetect', { State: true }, 'vehicle'],
  ])('%s', (topic, data, kind) => {
    expect(sensed(message({ topic, data, operation: 'Changed' }))).toEqual([kind])
    expect(sensed(message({ topic: topic.replace('/', '/tnsvendor:'), data }))).toEqual([kind])
  })

  test('when a state comes on, not while it lasts or when it goes off, nor for how things are when we begin to listen', () => {
    const motion = (value: boolean, operation = 'Changed') =>
      message({ topic: 'VideoSource/MotionAlarm', data: { State: value }, operation })
    expect(sensed(motion(true, 'Initialized'), motion(true), motion(false), motion(true), motion(true), motion(false))).toEqual([
      undefined,
      undefined,
      undefined,
      'motion',
      undefined,
      undefined,
    ])
  })

  test('again after a minute of a camera that never says that it went off', () => {
    const on = message({ topic: 'VideoSource/MotionAlarm', data: { State: true } })
    expect(
      sensed(...Array.from({ length: 9 }, () => on))
        .map((kind, index) => (kind === undefined ? [] : index))
        .flat(),
    ).toEqual([0, 6])
  })

  test('but not of another sensor of the same device', () => {
    const of = (sensor: string) => message({ topic: 'VideoSource/MotionAlarm', source: { VideoSource: sensor }, data: { State: true } })
    expect(sensed(of('other-sensor'), of('this-sensor'))).toEqual([undefined, 'motion'])
  })
})

test('what has no event of ours, and what makes no sense, is counted and nothing more', () => {
  const sense = new EventSense(new Set())
  const odd = [message({ topic: 'Device/HardwareFailure/FanFailure', data: { Failed: true } }), 'x', { topic: 3 }, undefined]
  for (const one of odd) for (const pulled of pullAnswer.parse({ notificationMessage: one }).notificationMessage) sense.hear(pulled, clocks)
  expect([...sense.unknown]).toEqual([
    ['Device/HardwareFailure/FanFailure', 1],
    ['unreadable', 2],
  ])
  for (let index = 0; index < 500; index += 1) {
    const [pulled] = pullAnswer.parse({ notificationMessage: message({ topic: `Vendor/Topic${index}` }) }).notificationMessage
    sense.hear(pulled, clocks)
  }
  expect(sense.unknown.size).toBeLessThanOrEqual(200)
})

test('the time is that of the camera, by our clock; one that cannot be is that of hearing', () => {
  const timeOf = (atMs: number, clockAheadMs: number) => {
    const [pulled] = pullAnswer.parse({
      notificationMessage: message({ topic: 'RuleEngine/LineDetector/Crossed', atMs }),
    }).notificationMessage
    return (new EventSense(new Set()).hear(pulled, { clockAheadMs, nowMs: START_MS })?.atMs ?? 0) - START_MS
  }
  expect(timeOf(START_MS - 4_000, 0)).toBe(-4_000)
  expect(timeOf(START_MS + 3_600_000 - 4_000, 3_600_000)).toBe(-4_000)
  expect(timeOf(START_MS + 1_000, 0)).toBe(0)
  expect(timeOf(START_MS + 60_000, 0)).toBe(0)
  expect(timeOf(Date.UTC(1970, 0, 1), 0)).toBe(0)
})
