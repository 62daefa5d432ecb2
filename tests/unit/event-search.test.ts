import { expect, test } from 'vitest'
import { attributeValues, type AttributeName } from '#contract/event-attributes.ts'
import { filterOf, readEventSearch } from '#src/features/search/event-search.ts'
import { lastingMs } from '#src/ui/filters/time-presets.ts'
import { placesChosen, withCamera, withSite } from '#src/ui/filters/place-choice.ts'
import { savedOf, searchOf } from '#src/features/search/saved-search.ts'
import { DAY_MS } from '#shared/time/day.ts'

const NOW = Date.UTC(2026, 10, 24, 12)
const span = { from: NOW - 1_000, until: NOW }

test('an address is read as it was written, the whole of it', () => {
  const whole = {
    ...span,
    sites: ['harbor-gate'],
    cameras: ['SLDEMO0001.0', 'SLDEMO0001.12'],
    kinds: ['person', 'plate'],
    with: { age: ['child'], vehicleColour: ['red', 'blue'], brand: ['bmw'] },
    plate: 'KV*',
    similarity: 80,
    view: 'table',
    event: '1795348800000123',
    at: NOW,
  }
  expect(readEventSearch(whole)).toEqual(whole)
})

test('what makes no sense in an address is passed over, and the rest holds', () => {
  const odd = {
    from: 'yesterday',
    until: NOW,
    sites: 'harbor-gate',
    cameras: ['SLDEMO0001.0', 'SLDEMO0001', 'SLDEMO0001.900', 7, '../x.1'],
    kinds: ['ghost', 'face', 'face'],
    with: { age: ['child', 'ancient', 0], mood: ['good'], brand: 'bmw', hat: ['perhaps'] },
    plate: 'x'.repeat(33),
    similarity: 101,
    view: 'cinema',
    event: '007',
    at: NOW,
  }
  const read = JSON.parse(JSON.stringify(readEventSearch(odd))) as unknown
  expect(read).toEqual({ cameras: ['SLDEMO0001.0'], kinds: ['face'], with: { age: ['child'] } })
})

test('a plate of digits alone, which an address holds as a number, is a plate', () => {
  expect(readEventSearch({ plate: 4711 }).plate).toBe('4711')
  expect(readEventSearch({ plate: '' }).plate).toBeUndefined()
  expect(readEventSearch({}).plate).toBeUndefined()
})

test('every value of every attribute can stand in an address', () => {
  for (const [name, values] of Object.entries(attributeValues) as [AttributeName, readonly string[]][])
    expect(readEventSearch({ with: { [name]: values } }).with).toEqual({ [name]: values })
})

test('the service is asked for what the address says, and for nothing that it does not', () => {
  expect(filterOf(span)).toEqual({ fromMs: span.from, toMs: span.until })
  expect(filterOf({ ...span, cameras: ['SLDEMO0001.2'], with: { age: ['adult'] }, plate: 'K?', similarity: 80 })).toEqual({
    fromMs: span.from,
    toMs: span.until,
    channels: [{ sn: 'SLDEMO0001', chlIndex: 2 }],
    attributes: { age: ['adult'] },
    plate: 'K?',
    minSimilarity: 80,
  })
})

test('a saved search of the last week is that of the week before it is opened; one of a week long ago stays that', () => {
  const ofWeek = { ...lastingMs(7 * DAY_MS, NOW), kinds: ['face' as const], cameras: ['SLDEMO0001.0'], similarity: 90 }
  const later = NOW + 3 * DAY_MS
  expect(searchOf(savedOf(ofWeek), later)).toMatchObject({
    ...lastingMs(7 * DAY_MS, later),
    kinds: ['face'],
    cameras: ['SLDEMO0001.0'],
    similarity: 90,
  })
  const longAgo = { from: NOW - 30 * DAY_MS, until: NOW - 23 * DAY_MS + 1 }
  expect(searchOf(savedOf(longAgo), later)).toMatchObject(longAgo)
})

const gate = { siteId: 'gate', cameras: [0, 1].map((chlIndex) => ({ sn: 'GATE01', chlIndex })) }
const shop = { siteId: 'shop', cameras: [0, 1, 2].map((chlIndex) => ({ sn: 'SHOP01', chlIndex })) }
const all = [gate, shop]

test('whole sites are searched with the cameras that they get later', () => {
  const chosen = withSite({}, gate, true, all)
  expect(chosen).toEqual({ sites: ['gate'], cameras: undefined })
  expect(placesChosen(gate, chosen)).toBe('all')
  expect(withSite(chosen, gate, false, all)).toEqual({ sites: undefined, cameras: undefined })
})

test('a whole site and a camera of another one are both searched, not only what they have in common', () => {
  const [first = { sn: '', chlIndex: 0 }] = shop.cameras
  const chosen = withCamera(withSite({}, gate, true, all), { camera: first, site: shop }, true, all)
  expect(chosen).toEqual({ sites: undefined, cameras: ['GATE01.0', 'GATE01.1', 'SHOP01.0'] })
  expect(placesChosen(gate, chosen)).toBe('all')
  expect(placesChosen(shop, chosen)).toBe('some')
})

test('of a whole site that loses a camera the others stay', () => {
  const [first = { sn: '', chlIndex: 0 }] = gate.cameras
  const chosen = withCamera(withSite({}, gate, true, all), { camera: first, site: gate }, false, all)
  expect(chosen).toEqual({ sites: undefined, cameras: ['GATE01.1'] })
})
