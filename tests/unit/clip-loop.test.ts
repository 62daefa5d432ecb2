import { describe, expect, it } from 'vitest'
import type { SourceUnit } from '#device/agent/channel-source.ts'
import type { Clip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'

/** Six units of one byte, a key frame every three. */
const clip: Clip = {
  scene: 'gate',
  stream: 'main',
  width: 64,
  height: 36,
  fps: 15,
  frames: 6,
  keyFrameInterval: 3,
  codec: 'avc1.64001f',
  happenings: [],
  units: Array.from({ length: 6 }, (_, index) => ({ data: Uint8Array.from([index]), isKey: index % 3 === 0 })),
}

describe('a loop', () => {
  const startMs = Date.UTC(2026, 0, 1)

  it('shows by the wall clock alone, and repeats', () => {
    const loop = new ClipLoop(clip, 0)
    const first = loop.newestAt(startMs)
    const later = loop.newestAt(startMs + 400)
    expect(later - first).toBe(6)
    expect(loop.unit(later, false).data).toEqual(loop.unit(first, false).data)
  })

  it('gives times that rise by one picture, without drift', () => {
    const loop = new ClipLoop(clip, 7_300)
    const first = loop.newestAt(startMs)
    const lastOfDay = first + 15 * 86_400
    expect(loop.captureMs(lastOfDay) - loop.captureMs(first)).toBeCloseTo(86_400_000, 3)
    const pts = Array.from({ length: 100 }, (_, index) => loop.unit(first + index, false).ptsUs)
    expect(pts.every((ptsUs) => Number.isSafeInteger(ptsUs))).toBe(true)
    const steps = new Set(pts.slice(1).map((ptsUs, index) => ptsUs - (pts[index] ?? 0)))
    expect(steps).toEqual(new Set([66_666, 66_667]))
  })

  it('finds the key frame behind any unit', () => {
    const loop = new ClipLoop(clip, 0)
    const first = loop.newestAt(startMs)
    for (let number = first; number < first + 12; number += 1) {
      const key = loop.keyAtOrBefore(number)
      expect(loop.unit(key, true).isKey).toBe(true)
      expect(number - key).toBeLessThan(3)
    }
  })
})

describe('a simulated channel', () => {
  it('begins with the newest group as pre-roll, then goes on at real time; other channels do not exist', async () => {
    const pacer = new Pacer()
    const loops = { main: new ClipLoop(clip, 0), sub: new ClipLoop(clip, 0) }
    const source = new SimulatedSource([loops], pacer)
    const units: SourceUnit[] = []
    const { promise: isEnough, resolve } = Promise.withResolvers<void>()
    let faults = 0
    const handle = source.open(0, 'main', {
      opened: () => {},
      sound: () => {},
      failed: () => {},
      unit: (unit) => {
        units.push(unit)
        if (units.length === 8) resolve()
      },
    })
    const burst = units.length
    expect(units[0]?.isKey).toBe(true)
    expect(units.map((unit) => unit.isPreroll)).toEqual([...Array.from({ length: burst - 1 }, () => true), false])
    await isEnough
    handle.close()
    expect(Math.abs(Date.now() - (units.at(-1)?.captureMs ?? 0))).toBeLessThan(1_000)
    expect(units.slice(burst).every((unit) => !unit.isPreroll)).toBe(true)
    const failed = (fault: string) => (faults += fault === 'not-found' ? 1 : 0)
    source.open(1, 'main', { opened: () => {}, unit: () => {}, sound: () => {}, failed })
    expect(faults).toBe(1)
  })

  it.each([false, true])('has for each moment the picture that was seen then, behind its key frame; isKeysOnly: %s', async (isKeysOnly) => {
    const loop = new ClipLoop(clip, 0)
    const source = new SimulatedSource([{ main: loop, sub: loop }], new Pacer())
    const newest = loop.newestAt(Date.now() - 60_000)
    for (let number = newest; number < newest + 6; number += 1) {
      const startMs = Math.floor(loop.captureMs(number)) + 30
      const found = source.recording(0, { stream: 'sub', startMs, endMs: startMs + 1, isKeysOnly, hasSound: false })
      if (typeof found === 'string') throw new Error(`The moment has nothing: ${found}`)
      const key = loop.keyAtOrBefore(number)
      const numbers = isKeysOnly ? [key] : Array.from({ length: number - key + 1 }, (_, index) => key + index)
      const units = []
      for await (const unit of found.units) units.push(unit)
      expect(units).toEqual(numbers.map((one) => loop.unit(one, true)))
    }
  })
})
