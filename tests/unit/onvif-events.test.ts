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
    return sense.hear(pulled, { clockAheadMs: 0, nowMs: START_MS + index * 10_000 })[0]?.kind
  })
}

/** All that is sensed of one message. */
function heard(one: unknown) {
  const sense = new EventSense(new Set())
  return pullAnswer.parse({ notificationMessage: one }).notificationMessage.flatMap((pulled) => sense.hear(pulled, clocks))
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
    ['RuleEngine/MyRuleDetector/FaceDetect', { State: true }, 'face'],
    ['RuleEngine/MyRuleDetector/Visitor', { State: true }, 'input'],
    ['RuleEngine/PeopleDetector/People', { IsPeople: true }, 'person'],
    ['RuleEngine/LineCrossDetector/LineCross', { IsLineCross: true }, 'line-crossing'],
    ['RuleEngine/IntrusionDetector/Intrusion', { IsIntrusion: true }, 'intrusion'],
    ['RuleEngine/LoiteringDetector/ObjectIsLoitering', { Since: '2026-11-22T11:58:00Z' }, 'intrusion'],
    ['RuleEngine/TPSmartEventDetector/TPSmartEvent', { IsVehicle: true }, 'vehicle'],
    ['RuleEngine/ObjectDetection/Object', { ClassTypes: 'Human' }, 'person'],
    ['RuleEngine/Recognition/Face', { Likelihood: 0.93, EnrollmentID: 'E-17' }, 'face'],
    ['RuleEngine/Recognition/LicensePlate', { Likelihood: 0.9 }, 'plate'],
    ['CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1', { active: 1, classTypes: 'human' }, 'person'],
    ['CameraApplicationPlatform/VMD/Camera1ProfileANY', { active: 1 }, 'motion'],
    ['VideoSource/Tampering', { State: 1 }, 'tampering'],
    ['VideoSource/ImpairedVisibility', { State: true }, 'tampering'],
    ['Device/IO/Port', { state: 1 }, 'input'],
    ['UserAlarm/IVA/HumanShapeDetect', { State: true }, 'person'],
  ])('%s', (topic, data, kind) => {
    expect(sensed(message({ topic, data, operation: 'Changed' }))).toEqual([kind])
    expect(sensed(message({ topic: topic.replace('/', '/tnsvendor:'), data }))).toEqual([kind])
  })

  test.each([
    ['RuleEngine/ObjectDetection/Object', { ClassTypes: 'Animal' }],
    ['AudioAnalytics/Audio/DetectedSound', { isSoundDetected: true }],
    ['RuleEngine/CountAggregation/Counter', { Count: 4 }],
    ['RuleEngine/ObjectAbandoned', { State: true }],
    ['Monitoring/ProcessorUsage', { Value: 30 }],
    ['Device/Trigger/Relay', { LogicalState: 'active' }],
  ])('%s is none', (topic, data) => {
    expect(sensed(message({ topic, data, operation: 'Changed' }))).toEqual([undefined])
  })

  test('of each class that one message names', () => {
    const both = message({ topic: 'RuleEngine/ObjectDetection/Object', data: { ClassTypes: 'Human Bicycle Animal' } })
    expect(heard(both)).toMatchObject([{ kind: 'person' }, { kind: 'vehicle', attributes: { vehicleType: 'bicycle' } }])
  })

  test('for each plate that is read, however fast one follows the other', () => {
    const sense = new EventSense(new Set())
    const plate = (PlateNumber: string | number) =>
      pullAnswer.parse({ notificationMessage: message({ topic: 'RuleEngine/LicensePlateDetector/LicensePlate', data: { PlateNumber } }) })
    const read = ['AB 12 C', 'DE 34 F', 'AB 12 C', 471_123].flatMap((number) =>
      plate(number).notificationMessage.flatMap((pulled) => sense.hear(pulled, clocks)),
    )
    expect(read.map((one) => one.plate)).toEqual(['AB 12 C', 'DE 34 F', '471123'])
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

/** An element among the data of a message, as the library reads it. */
function withElements(topic: string, data: Record<string, string | number>, elements: unknown): unknown {
  const told = message({ topic, data }) as { message: { message: { data: unknown } } }
  const simple = told.message.message.data
  return {
    ...told,
    message: { message: { ...told.message.message, data: { ...(typeof simple === 'object' ? simple : {}), elementItem: elements } } },
  }
}

describe('what is said of the object comes along', () => {
  test('the plate and the vehicle of a recognition as the specification has them, and where it is in the picture', () => {
    const elements = [
      { $: { Name: 'BoundingBox' }, rectangle: { $: { left: -0.5, top: 0.5, right: 0.1, bottom: -0.1 } } },
      { $: { Name: 'LicensePlateInfo' }, licensePlateInfo: { plateNumber: { _: 'B-XY 123', $: { Likelihood: 0.9 } } } },
      {
        $: { Name: 'VehicleInfo' },
        vehicleInfo: {
          type: { _: 'Truck', $: { Likelihood: 0.8 } },
          brand: { _: 'Mercedes Benz', $: { Likelihood: 0.7 } },
          color: { colorCluster: { color: { $: { X: 190, Y: 30, Z: 40, Colorspace: 'http://www.onvif.org/ver10/colorspace/RGB' } } } },
        },
      },
    ]
    expect(heard(withElements('RuleEngine/Recognition/LicensePlate', { Direction: 'Left' }, elements))).toMatchObject([
      {
        kind: 'plate',
        plate: 'B-XY 123',
        attributes: { vehicleType: 'truck', brand: 'mercedes-benz', vehicleColour: 'red', direction: 'left' },
        box: { x: 0.25, y: 0.25, width: expect.closeTo(0.3), height: expect.closeTo(0.3) },
      },
    ])
  })

  test('the looks of a person by the object of the scene', () => {
    const elements = {
      $: { Name: 'Object' },
      object: {
        appearance: {
          shape: { boundingBox: { $: { left: 0, top: 1, right: 0.5, bottom: 0 } } },
          humanFace: { age: { min: 20, max: 30 }, gender: 'Female', accessory: { opticals: { wear: true }, hat: { wear: false } } },
          humanBody: {
            clothing: {
              tops: { category: 'LongSleeve', color: { colorCluster: { color: { $: { X: 60, Y: 170, Z: 110 } } } } },
              bottoms: { category: 'Trousers' },
            },
            belongings: { bag: { category: 'Backpack' } },
          },
        },
      },
    }
    expect(heard(withElements('RuleEngine/ObjectDetection/Object', { ClassTypes: 'Human' }, elements))).toMatchObject([
      {
        kind: 'person',
        attributes: {
          age: 'youth',
          gender: 'female',
          glasses: 'yes',
          hat: 'no',
          clothingType: 'long-sleeves',
          clothingColour: 'blue',
          backpack: 'yes',
        },
        box: { x: 0.5, y: 0, width: 0.25, height: 0.5 },
      },
    ])
  })

  test('whom a face is like, only when the camera knows them', () => {
    const face = (data: Record<string, string | number>) => heard(message({ topic: 'RuleEngine/Recognition/Face', data }))[0]
    expect(face({ Likelihood: 0.93, Label: 'Anna Visser', EnrollmentID: 'E-17' })).toMatchObject({
      similarity: 93,
      person: { owner: 'Anna Visser' },
    })
    expect(face({ Likelihood: 88, EnrollmentID: 'E-17' })).toMatchObject({ similarity: 88, person: { owner: 'E-17' } })
    expect(face({ Likelihood: 0.93 })).not.toHaveProperty('similarity')
  })

  test('and nothing of it that is none of our values', () => {
    const odd = withElements(
      'RuleEngine/MyRuleDetector/VehicleDetect',
      { VehicleType: 'Hovercraft', VehicleColor: 'Plaid', Brand: 'Acme' },
      [{ boundingBox: { $: { left: 0.5, top: 0.1, right: -0.5, bottom: 3 } } }, 'x', null],
    )
    expect(heard(odd)).toEqual([{ kind: 'vehicle', attributes: {}, atMs: START_MS }])
  })
})

test('a camera says whether it has a picture, and whether what it records on works', () => {
  const sense = new EventSense(new Set(['other-sensor']))
  const healthOf = (told: Told) => sense.hearHealth(pullAnswer.parse({ notificationMessage: message(told) }).notificationMessage[0])
  expect(healthOf({ topic: 'VideoSource/SignalLoss', data: { State: true }, operation: 'Initialized' })).toEqual({
    health: 'signal',
    isWell: false,
  })
  expect(healthOf({ topic: 'VideoSource/SignalLoss', data: { State: false } })).toEqual({ health: 'signal', isWell: true })
  expect(healthOf({ topic: 'VideoSource/SignalLoss', source: { VideoSource: 'other-sensor' }, data: { State: true } })).toBeUndefined()
  expect(healthOf({ topic: 'Device/HardwareFailure/StorageFailure', data: { Failed: true } })).toEqual({ health: 'storage', isWell: false })
  expect(healthOf({ topic: 'VideoSource/MotionAlarm', data: { State: true } })).toBeUndefined()
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
    return (new EventSense(new Set()).hear(pulled, { clockAheadMs, nowMs: START_MS })[0]?.atMs ?? 0) - START_MS
  }
  expect(timeOf(START_MS - 4_000, 0)).toBe(-4_000)
  expect(timeOf(START_MS + 3_600_000 - 4_000, 3_600_000)).toBe(-4_000)
  expect(timeOf(START_MS + 1_000, 0)).toBe(0)
  expect(timeOf(START_MS + 60_000, 0)).toBe(0)
  expect(timeOf(Date.UTC(1970, 0, 1), 0)).toBe(0)
})
