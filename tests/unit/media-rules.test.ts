import { describe, expect, it } from 'vitest'
import { chooseStream } from '#src/data/media/stream-choice.ts'
import { PictureMeter } from '#workers/media/picture-meter.ts'
import { isStalled } from '#workers/media/stall-rule.ts'

const shape = { codec: 'avc1.64001f', width: 640, height: 360, fps: 15 }
const both = [
  { ...shape, stream: 'main' as const },
  { ...shape, stream: 'sub' as const },
]

describe('the stall rule', () => {
  it('calls a stream stalled after 3 s without a picture', () => {
    expect(isStalled(13_000, 10_000, 15)).toBe(false)
    expect(isStalled(13_001, 10_000, 15)).toBe(true)
  })

  it('gives slow streams four pictures of time', () => {
    expect(isStalled(17_900, 10_000, 0.5)).toBe(false)
    expect(isStalled(18_001, 10_000, 0.5)).toBe(true)
  })

  it('takes 3 s when the rate is not known', () => {
    expect(isStalled(13_001, 10_000, 0)).toBe(true)
  })
})

describe('the stall rule where key frames alone are decoded', () => {
  it('waits for as long as the camera takes between two, 20 s until that is known, and for a hung one not for ever', () => {
    expect(isStalled(31_900, 10_000, 15, 'keys')).toBe(false)
    expect(isStalled(32_001, 10_000, 15, 'keys')).toBe(true)
    expect(isStalled(22_001, 10_000, 15, 'keys', 2_000)).toBe(true)
    expect(isStalled(31_900, 10_000, 15, 'keys', 20_000)).toBe(false)
    expect(isStalled(32_001, 10_000, 15, 'keys', 3_600_000)).toBe(true)
  })
})

describe('the choice of the stream', () => {
  it('goes by the height in device pixels', () => {
    expect(chooseStream(400, both)).toBe('sub')
    expect(chooseStream(401, both)).toBe('main')
  })

  it('does not go back and forth at the limit', () => {
    expect(chooseStream(380, both, 'main')).toBe('main')
    expect(chooseStream(360, both, 'main')).toBe('sub')
    expect(chooseStream(380, both, 'sub')).toBe('sub')
  })

  it('holds a pinned stream at any size', () => {
    expect(chooseStream(100, both, 'sub', 'main')).toBe('main')
    expect(chooseStream(2000, both, 'main', 'sub')).toBe('sub')
  })

  it('takes what there is', () => {
    expect(chooseStream(100, both.slice(0, 1))).toBe('main')
    expect(chooseStream(100, both.slice(0, 1), undefined, 'sub')).toBe('main')
    expect(chooseStream(100, [])).toBe('sub')
  })
})

describe('the picture meter', () => {
  it('tells rates over the last seconds and ages by quantile', () => {
    const meter = new PictureMeter()
    meter.tick(0)
    for (let picture = 1; picture <= 20; picture++) {
      meter.received(1_000)
      meter.shown(picture, 1_000 + picture * 40)
    }
    meter.dropped(2, 'broken')
    meter.dropped(1, 'behind')
    expect(meter.tick(2_000)).toEqual({ fps: 10, bitrateKbps: 80, ageMs: 11, ageP95Ms: 20 })
    expect(meter.framesShown).toBe(20)
    expect(meter).toMatchObject({ framesDropped: 3, framesTooMany: 1 })
  })

  it('knows how often pictures came, also when none has come for long, and past a pause', () => {
    const meter = new PictureMeter()
    meter.shown(10, 0)
    expect(meter.everyMs).toBeUndefined()
    for (const atMs of [40, 80, 120, 160]) meter.shown(10, atMs)
    for (const atMs of [1_000, 2_000, 3_000, 4_000]) meter.tick(atMs)
    expect(meter.everyMs).toBe(40)
    for (const atMs of [60_000, 60_040]) meter.shown(10, atMs)
    expect(meter.everyMs).toBe(40)
  })

  it('forgets ages of long ago', () => {
    const meter = new PictureMeter()
    meter.shown(5_000, 0)
    for (let picture = 0; picture < 128; picture++) meter.shown(10, picture)
    expect(meter.tick(0).ageP95Ms).toBe(10)
  })
})
