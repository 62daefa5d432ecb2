import { describe, expect, test } from 'vitest'
import { Outages } from '#device/simulator/rhythm/outages.ts'
import type { SimulatedCamera } from '#device/simulator/simulated-camera.ts'

const MINUTE_MS = 60_000
const ROUND_MS = 10 * MINUTE_MS
const startMs = Date.UTC(2026, 10, 21, 9, 20)

/** What goes offline in these minutes, and when in them: cameras of a recorder by their name, devices by theirs with a star. */
function goneIn(minutes: number, { from = startMs, sleepAt }: { from?: number; sleepAt?: number } = {}): [string, number][] {
  const gone: [string, number][] = []
  let nowMs = from
  const minute = () => Math.round((nowMs - startMs) / MINUTE_MS)
  const cameraOf = (name: string, channelCount: number, chlIndex: number) => ({
    name,
    chlIndex,
    device: {
      channelCount,
      goAway: () => gone.push([`${name}*`, minute()]),
      loseChannel: () => gone.push([name, minute()]),
    },
  })
  const cameras = [cameraOf('A1', 2, 0), cameraOf('A2', 2, 1), cameraOf('B', 1, 0), cameraOf('C', 1, 0), cameraOf('D', 1, 0)]
  const outages = new Outages(cameras as unknown as SimulatedCamera[], ROUND_MS, nowMs)
  while (outages.dueMs < from + minutes * MINUTE_MS) {
    nowMs = outages.dueMs + (minute() === sleepAt ? 60 * MINUTE_MS : 0)
    outages.run(nowMs)
  }
  return gone
}

describe('in each round of the rhythm', () => {
  test('a camera of a recorder goes offline, and a device that is one camera, another one each time', () => {
    const gone = goneIn(60)
    expect(gone.map(([, minute]) => minute % 10)).toEqual(Array.from({ length: 6 }, () => [3, 7]).flat())
    const cameras = gone.filter(([name]) => !name.endsWith('*')).map(([name]) => name)
    const devices = gone.filter(([name]) => name.endsWith('*')).map(([name]) => name)
    expect(new Set(cameras)).toEqual(new Set(['A1', 'A2']))
    expect(new Set(devices)).toEqual(new Set(['B*', 'C*', 'D*']))
    for (const list of [cameras, devices]) expect(list.some((name, index) => name === list[index + 1])).toBe(false)
  })

  test('the same ones do, whenever the simulator was started', () => {
    expect(goneIn(40, { from: startMs + 20 * MINUTE_MS })).toEqual(goneIn(60).filter(([, minute]) => minute >= 20))
  })

  test('none goes late when the machine slept meanwhile', () => {
    const gone = goneIn(120, { sleepAt: 13 })
    expect(gone.map(([, minute]) => minute)).not.toContain(77)
    expect(gone.every(([, minute]) => [3, 7].includes(minute % 10))).toBe(true)
    expect(gone.length).toBeLessThan(24)
  })
})
