import { expect, test } from 'vitest'
import { cameraInAddress, cameraOf, camerasOf, timeOfAddress } from '#src/lib/playback-address.ts'

test('an address of the playback names each camera once, sixteen at most, and nothing that is none', () => {
  expect(camerasOf('SLA.0,SLB.12,SLA.0')).toEqual(['SLA.0', 'SLB.12'])
  expect(camerasOf('SLA,<b>.0,SLB.0/../x,,SLC.3')).toEqual(['SLC.3'])
  expect(camerasOf(Array.from({ length: 20 }, (_, index) => `SL${index}.0`).join(','))).toHaveLength(16)
  expect([camerasOf(undefined), camerasOf(7), camerasOf(['SLA.0'])]).toEqual([[], [], []])
  expect(cameraOf(cameraInAddress({ sn: 'SL4DWFWUWKY7', chlIndex: 3 }))).toEqual({ sn: 'SL4DWFWUWKY7', chlIndex: 3 })
})

test('a moment of an address is a time that a clock may have shown', () => {
  const atMs = Date.parse('2026-11-24T02:13:00Z')
  expect([timeOfAddress(atMs), timeOfAddress(String(atMs + 0.4))]).toEqual([atMs, atMs])
  for (const none of ['', 'last night', -1, 12, NaN, 1e18, undefined, null, {}]) expect(timeOfAddress(none)).toBeUndefined()
})
