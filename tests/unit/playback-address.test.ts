import { expect, test } from 'vitest'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { calendarDays } from '#contract/limits.ts'
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

test('of each day that the calendar has, and of each moment that an address may name, the service can be asked', () => {
  const mayAsk = (day: string) =>
    eventVideoExistDayList.input.safeParse({ sn: 'SL4DWFWUWKY7', chlIndex: 0, month: day.slice(0, 7), timeZone: 'UTC' }).success
  const besides = (day: string, byMs: number) => new Date(Date.parse(day) + byMs).toISOString().slice(0, 10)
  const DAY_MS = 24 * 60 * 60_000
  expect([calendarDays.first, calendarDays.last].map(mayAsk)).toEqual([true, true])
  expect([besides(calendarDays.first, -DAY_MS), besides(calendarDays.last, DAY_MS)].map(mayAsk)).toEqual([false, false])
  // By the clocks of a place that is half a day behind, or before, it is another day.
  for (const [day, byMs] of [
    [calendarDays.first, DAY_MS],
    [calendarDays.last, -1],
  ] as const)
    expect(timeOfAddress(Date.parse(day) + byMs)).toBeDefined()
  for (const atMs of [Date.parse(calendarDays.first) + DAY_MS / 2, Date.parse(calendarDays.last) + DAY_MS / 2])
    expect(timeOfAddress(atMs)).toBeUndefined()
})
