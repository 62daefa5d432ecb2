import { describe, expect, test } from 'vitest'
import { fromDevice } from '#contract/device-gateway.ts'
import { attributeNames, attributeValues, attributesOfKind, eventKinds } from '#contract/event-attributes.ts'
import { deviceTypes } from '#contract/enums.ts'
import { castDevices } from '#device/simulator/cast.ts'
import { readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { demoDevices } from '#device/simulator/demo-devices.ts'
import { paces } from '#device/simulator/rhythm/paces.ts'
import { Programme, type Planned } from '#device/simulator/rhythm/programme.ts'
import { RhythmPlayer } from '#device/simulator/rhythm/rhythm-player.ts'
import { MOST_SNAPSHOT_BYTES, readSnapshot } from '#device/simulator/snapshot.ts'

const MINUTE_MS = 60_000
const startMs = Date.UTC(2026, 10, 21, 9, 20)
const seed = 7

/** The cameras of the demonstration, as the simulator has them. */
const cameras = castDevices(
  demoDevices.map(({ plan, name, site }) => ({
    plan,
    name,
    site,
    sn: 'SL0000000000',
    securityCode: 'ABCDEFGHJKLM',
    devType: deviceTypes.ipc,
  })),
).flatMap(({ channels }) => channels.map(({ scene, offsetMs }) => ({ name: scene, loop: new ClipLoop(readClip(scene, 'sub'), offsetMs) })))
const programme = new Programme(cameras, { seed, roundMs: paces.normal.roundMs })

/** What the cameras tell in these minutes, by a clock that stops where the player wants to be woken. */
function told(minutes: number, from = startMs, of = programme): Planned[] {
  const heard: Planned[] = []
  const player = new RhythmPlayer(of, (planned) => heard.push(planned), from)
  while (player.dueMs <= from + minutes * MINUTE_MS) player.run(player.dueMs)
  return heard
}

const ten = told(10)
const hour = told(60)
function valuesIn(events: readonly Planned[], name: keyof typeof attributeValues) {
  return new Set(events.flatMap(({ event }) => event.attributes[name] ?? []))
}

describe('in any ten minutes the cameras of the demonstration tell of', () => {
  test('every kind of event', () => {
    expect(new Set(ten.map(({ event }) => event.event))).toEqual(new Set(eventKinds))
    expect(new Set(told(10, startMs + 3.7 * MINUTE_MS).map(({ event }) => event.event))).toEqual(new Set(eventKinds))
  })

  test.each(attributeNames.filter((name) => name !== 'brand'))('every value of %s', (name) => {
    expect(valuesIn(ten, name)).toEqual(new Set(attributeValues[name]))
  })

  test('known and unknown faces and owners of plates, and those that are like nobody much', () => {
    const recognized = ten.filter(({ event }) => event.similarity !== undefined)
    expect(new Set(recognized.map(({ event }) => event.event))).toEqual(new Set(['face', 'plate']))
    expect(recognized.some(({ event }) => event.person?.owner !== undefined && (event.similarity ?? 0) > 80)).toBe(true)
    expect(recognized.some(({ event }) => event.person === undefined && (event.similarity ?? 100) < 60)).toBe(true)
  })

  test('no more than a dozen things a minute, and never of a burst of them', () => {
    expect(ten.length).toBeLessThan(125)
    for (const [place, { atMs }] of ten.entries()) expect((ten[place + 10]?.atMs ?? Infinity) - atMs).toBeGreaterThan(10_000)
  })
})

test('in an hour every make of vehicle comes, and never one that makes no such vehicles', () => {
  expect(valuesIn(hour, 'brand')).toEqual(new Set(attributeValues.brand))
  const typesOf = (brand: string) =>
    new Set(
      hour
        .filter(({ event }) => event.event === 'vehicle' && event.attributes.brand === brand)
        .map(({ event }) => event.attributes.vehicleType),
    )
  expect(typesOf('scania')).toEqual(new Set(['truck']))
  expect(typesOf('yutong')).toEqual(new Set(['bus']))
})

test('after some rounds each camera has shown everything that is in its clip', () => {
  const long = told(10 * 20)
  for (const [camera, { loop }] of cameras.entries()) {
    const film = loop.clip.happenings.map(({ atMs }) => `${loop.clip.scene}-${atMs}`)
    const shown = new Set(long.filter((one) => one.camera === camera).map(({ picture }) => picture))
    expect(film.filter((picture) => !shown.has(picture))).toEqual([])
  }
})

test('what is in the clip is told when the loop shows it, with the picture of that moment', () => {
  let count = 0
  for (const { camera, atMs, picture } of ten) {
    const { loop } = cameras[camera]!
    const happening = loop.clip.happenings.find((one) => picture === `${loop.clip.scene}-${one.atMs}`)
    if (happening === undefined) continue
    count += 1
    const shownMs = ((loop.newestAt(atMs + 1) % loop.clip.frames) * 1000) / loop.clip.fps
    expect(Math.abs(shownMs - happening.atMs)).toBeLessThanOrEqual(1000 / loop.clip.fps)
  }
  expect(count).toBeGreaterThan(35)
})

test('every event has a small picture, the place of what it is about in it, and is as the gateway takes it', () => {
  for (const { event, picture, atMs } of ten) {
    const snapshot = readSnapshot(picture) ?? ''
    expect(Buffer.from(snapshot, 'base64').byteLength, picture).toBeLessThanOrEqual(MOST_SNAPSHOT_BYTES)
    expect(fromDevice.safeParse({ kind: 'event', chlIndex: 0, atMs, snapshot, ...event }).error, picture).toBeUndefined()
    if (event.event !== 'tampering') expect(event.box, picture).toBeDefined()
    for (const name of Object.keys(event.attributes)) expect(attributesOfKind[event.event]).toContain(name)
  }
})

describe('the rhythm', () => {
  test('is the same for the same seed, whenever the simulator was started', () => {
    expect(told(10, startMs, new Programme(cameras, { seed, roundMs: programme.roundMs }))).toEqual(ten)
    const later = told(3, startMs + 7 * MINUTE_MS)
    expect(later.length).toBeGreaterThan(20)
    expect(later).toEqual(ten.filter(({ atMs }) => atMs > startMs + 7 * MINUTE_MS))
  })

  test('is another for another seed', () => {
    const other = told(10, startMs, new Programme(cameras, { seed: seed + 1, roundMs: programme.roundMs }))
    expect(other.map(({ picture }) => picture)).not.toEqual(ten.map(({ picture }) => picture))
  })

  test('tells nothing late after the machine slept, and goes on', () => {
    const heard: Planned[] = []
    const player = new RhythmPlayer(programme, (planned) => heard.push(planned), startMs)
    player.run(startMs + 55 * MINUTE_MS)
    expect(heard).toEqual([])
    expect(player.dueMs).toBeGreaterThan(startMs + 55 * MINUTE_MS)
    player.run(player.dueMs)
    expect(heard).toHaveLength(1)
  })
})
