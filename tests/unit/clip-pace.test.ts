import { expect, test } from 'vitest'
import { ClipPace } from '#server/video/archive/clip-pace.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'

const { windowMs, leastBytesPerWindow, graceMs, mostMs } = tenantLimits.clips
const HOUR_MS = 60 * 60_000

/** Sends something at the end of each window, and answers with when that was too little, if it ever was. */
function faultOf(durationMs: number, each: { bytes: number; cameraMs: number }, windows: number): [string | undefined, number] {
  let nowMs = 0
  const pace = new ClipPace(durationMs, () => nowMs)
  pace.count({ data: new Uint8Array(1), ptsUs: 0 })
  for (let window = 1; window <= windows; window += 1) {
    nowMs = window * windowMs
    pace.count({ data: new Uint8Array(each.bytes), ptsUs: window * each.cameraMs * 1_000 })
    const fault = pace.fault()
    if (fault !== undefined) return [fault, nowMs]
  }
  return [undefined, nowMs]
}

test('a clip may come as slowly as it was filmed, or as a thin line carries its bytes', () => {
  expect(faultOf(HOUR_MS, { bytes: 1, cameraMs: windowMs }, 100)[0]).toBeUndefined()
  expect(faultOf(HOUR_MS, { bytes: leastBytesPerWindow, cameraMs: 1 }, 100)[0]).toBeUndefined()
  expect(faultOf(HOUR_MS, { bytes: leastBytesPerWindow / 2, cameraMs: windowMs / 2 }, 100)).toEqual([
    'the device sends too slowly',
    windowMs,
  ])
})

test('a clip has a deadline, however steadily it comes', () => {
  const steady = { bytes: leastBytesPerWindow, cameraMs: 1 }
  expect(faultOf(15_000, steady, 1_000)).toEqual(['the device takes too long', graceMs + 4 * 15_000])
  expect(faultOf(HOUR_MS, steady, 1_000)).toEqual(['the device takes too long', mostMs])
})
