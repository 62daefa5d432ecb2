import { expect, test } from 'vitest'
import { timeZoneNames, timeZones } from '#contract/time-zones.ts'
import { posixOf, zoneOf } from '#device/bridge/onvif/posix-zone.ts'

test('every zone of the list means itself, or one that is the same to a camera', () => {
  for (const name of timeZoneNames) {
    const posix = posixOf(timeZones[name], 2026)
    const found = zoneOf(posix, 2026)
    expect(found && posixOf(timeZones[found], 2026), name).toBe(posix)
    expect(zoneOf(posix, 2026, name), name).toBe(name)
  }
  expect(posixOf('America/New_York', 2026)).toBe('STD5DST,M3.2.0,M11.1.0')
  expect(posixOf('Asia/Kathmandu', 2026)).toBe('STD-5:45')
  expect(zoneOf('CET-1CEST,M3.5.0,M10.5.0/3', 2026, 'GMT+01:00 Berlin')).toBe('GMT+01:00 Berlin')
  expect(zoneOf('EST5EDT,M3.2.0/02:00:00,M11.1.0/02:00:00', 2026)).toBe('GMT-05:00 Eastern Time')
  expect(zoneOf('nonsense', 2026)).toBeUndefined()
})
