import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { siteZones } from '#src/lib/site-zones.ts'
import { sitesSearched } from '#src/ui/filters/place-choice.ts'
import { siteTimeText, zoneMark } from '#src/ui/text/site-time.ts'
import { timeRangeText } from '#src/ui/text/time-text.ts'

const atMs = Date.UTC(2026, 10, 28, 3, 59, 45)
const AMSTERDAM = 'Europe/Amsterdam'

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

test('what happened at a site is told by its clocks, with their zone where those of the person show another time', () => {
  expect(siteTimeText(atMs, 'en-US', AMSTERDAM)).toBe('Nov 28, 2026, 04:59:45 GMT+1')
  expect(siteTimeText(atMs, 'zh-CN', AMSTERDAM)).toBe('2026年11月28日 04:59:45 GMT+1')
  expect(zoneMark(atMs, 'en-US', AMSTERDAM)).toBe(' GMT+1')
  expect(timeRangeText(atMs, atMs + 60_000, 'en-US', AMSTERDAM)).toMatch(/04:59\s–\s05:00 GMT\+1$/)
})

test('whose own clocks show the time of the site reads it without a zone', () => {
  for (const zone of ['UTC', 'Africa/Abidjan', undefined]) expect(siteTimeText(atMs, 'en-US', zone)).toBe('Nov 28, 2026, 03:59:45')
  expect(zoneMark(atMs, 'en-US', 'Africa/Abidjan')).toBe('')
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(siteTimeText(atMs, 'en-US', AMSTERDAM)).toBe('Nov 28, 2026, 04:59:45')
  expect(zoneMark(Date.UTC(2026, 6, 1), 'en-US', 'Africa/Lagos')).toBe(' GMT+1')
  expect(zoneMark(atMs, 'en-US', 'Africa/Lagos')).toBe('')
})

test('a camera is told by the clocks of its site, and of one that is not seen any more by those of the person', () => {
  const sites = [
    { siteId: 'harbor', timeZone: AMSTERDAM },
    { siteId: 'park', timeZone: 'Asia/Shanghai' },
    { siteId: 'odd', timeZone: 'Mars/Olympus' },
  ]
  const zones = siteZones(sites, [{ sn: 'A1', chlIndex: 2, siteId: 'park' }])
  expect(zones.ofCamera({ sn: 'A1', chlIndex: 2 })).toBe('Asia/Shanghai')
  expect(zones.ofCamera({ sn: 'A1', chlIndex: 3 })).toBe('UTC')
  expect([zones.ofSite('odd'), zones.ofSite('gone'), zones.ofSite(undefined)]).toEqual(['UTC', 'UTC', 'UTC'])
  expect(zones.ofAll(['harbor', 'harbor'])).toBe(AMSTERDAM)
  expect(zones.ofAll(['harbor', 'park'])).toBe('UTC')
  expect(zones.ofAll([])).toBe('UTC')
})

test('a filter goes by the clocks of the places that it names, or of all', () => {
  const camera = { sn: 'A1', chlIndex: 2 }
  const places = [
    { siteId: 'harbor', cameras: [] },
    { siteId: 'park', cameras: [camera] },
  ]
  expect(sitesSearched({}, places)).toEqual(['harbor', 'park'])
  expect(sitesSearched({ sites: ['harbor'] }, places)).toEqual(['harbor'])
  expect(sitesSearched({ cameras: ['A1.2'] }, places)).toEqual(['park'])
})
