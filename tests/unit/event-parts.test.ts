import { describe, expect, test } from 'vitest'
import { attributeNames, attributeValues, eventAttributes } from '#contract/event-attributes.ts'
import { comparablePlate, plateNumber } from '#contract/plates.ts'
import { idsBetween, drawEventId, timeOfEvent } from '#server/events/event-id.ts'
import { mergeSpans } from '#shared/time/merge-spans.ts'
import { isKeeping, keptSince } from '#server/events/retention.ts'
import { packTraits, similarityIn } from '#server/events/traits.ts'
import { readRange } from '#server/objects/byte-range.ts'
import { isObjectKey } from '#server/objects/object-store.ts'
import { readPlateSheet } from '#server/events/plates/plate-sheet.ts'

const DAY_MS = 24 * 60 * 60_000

test('attributes are packed into a number that no two of them share', () => {
  const packed = attributeNames.flatMap((name) =>
    attributeValues[name].map((value) => packTraits(eventAttributes.parse({ [name]: value }))),
  )
  expect(new Set(packed).size).toBe(packed.length)
  const last = Object.fromEntries(attributeNames.map((name) => [name, attributeValues[name].at(-1)]))
  expect(Number.isSafeInteger(packTraits(last))).toBe(true)
  expect(packTraits({})).toBe(0)
})

test('and the similarity with them, which is read out of it again', () => {
  const last = Object.fromEntries(attributeNames.map((name) => [name, attributeValues[name].at(-1)]))
  for (const similarity of [0, 1, 99, 100]) {
    expect(similarityIn(packTraits(last, similarity))).toBe(similarity)
    expect(packTraits(last, similarity) % 2 ** 40).toBe(packTraits(last))
  }
  expect(similarityIn(packTraits(last))).toBeUndefined()
  expect(Number.isSafeInteger(packTraits(last, 100))).toBe(true)
})

test('identifiers of events hold their time', () => {
  const atMs = Date.UTC(2026, 10, 21)
  expect(timeOfEvent(drawEventId(atMs))).toBe(atMs)
  const { first, last } = idsBetween(atMs, atMs)
  expect([timeOfEvent(first), timeOfEvent(last), timeOfEvent(last + 1), timeOfEvent(first - 1)]).toEqual([atMs, atMs, atMs + 1, atMs - 1])
})

test('spans of one type that touch are one', () => {
  const span = (startMs: number, endMs: number, type: 'A' | 'B' = 'A') => ({ startMs, endMs, type })
  expect(mergeSpans([span(10, 20), span(0, 10), span(5, 8, 'B'), span(21, 30)])).toEqual([span(0, 20), span(5, 8, 'B'), span(21, 30)])
  expect(mergeSpans([span(0, 30), span(5, 8)])).toEqual([span(0, 30)])
})

describe('events are kept', () => {
  const nowMs = Date.UTC(2026, 7, 31, 12)
  const never = { isLicensed: false, endedAtMs: null }
  const ended = (days: number) => ({ isLicensed: false, endedAtMs: nowMs - days * DAY_MS })

  test('15 days without a licence, 6 months with one', () => {
    expect(keptSince(nowMs, never)).toBe(nowMs - 15 * DAY_MS)
    expect(new Date(keptSince(nowMs, { isLicensed: true, endedAtMs: null })).toISOString()).toBe('2026-02-28T12:00:00.000Z')
    expect(new Date(keptSince(Date.UTC(2026, 2, 15), { isLicensed: true, endedAtMs: null })).toISOString()).toBe('2025-09-15T00:00:00.000Z')
  })

  test('for 15 more days when a licence has ended, then none', () => {
    expect([isKeeping(nowMs, never), isKeeping(nowMs, { isLicensed: true, endedAtMs: null })]).toEqual([true, true])
    expect([isKeeping(nowMs, ended(14.99)), isKeeping(nowMs, ended(15))]).toEqual([true, false])
    expect(keptSince(nowMs, ended(14.99))).toBeLessThan(nowMs - 180 * DAY_MS)
    expect(keptSince(nowMs, ended(15))).toBe(nowMs - 15 * DAY_MS)
  })
})

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=1-2', 'whole'],
  ['bytes=-', 'whole'],
])('the range %s of 100 bytes is read', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test.each([
  ['snapshots/2f/8a.jpg', true],
  ['a', true],
  ['', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['../a', false],
  ['a/../b', false],
  ['a/..', false],
  ['a..b', false],
  ['.a', false],
  ['a/.b', false],
  ['A', false],
  ['a\\b', false],
  ['a%2fb', false],
  ['a\0', false],
])('%s is a key of an object or not', (key, isKey) => {
  expect(isObjectKey(key)).toBe(isKey)
})

describe('plates', () => {
  test.each([
    ['KV-482 t', 'KV482T'],
    ['粤B·12345', '粤B12345'],
    [' a.b ', 'AB'],
  ])('%s is compared as %s', (written, compared) => expect(comparablePlate(written)).toBe(compared))

  test.each([
    ['A', true],
    ['', false],
    [' - ', false],
    ['A*', false],
    ['A<b>', false],
    ['A'.repeat(32), true],
    ['A'.repeat(33), false],
  ])('%s may be written or not', (written, isGood) => expect(plateNumber.safeParse(written).success).toBe(isGood))
})

describe('a sheet of plates', () => {
  const read = (rows: string[][]) => readPlateSheet({ rows, formulas: new Set() })

  test('is read by its heading, wherever that stands and whatever order its columns have', () => {
    const { plates, skipped, plateCell } = read([
      ['Cars of the staff'],
      ['Owner', 'Remark', 'Plate Number', 'VEHICLE TYPE', 'phone'],
      ['Ada', 'x', ' KV 1 ', 'Van', '0123'],
      ['Bo', '', '', 'Van', ''],
      [],
      ['', '', 'KV 2'],
    ])
    expect(plates).toEqual([
      { row: 3, plate: 'KV 1', vehicleType: 'Van', owner: 'Ada', phone: '0123' },
      { row: 6, plate: 'KV 2', vehicleType: '', owner: '', phone: '' },
    ])
    expect(skipped).toBe(1)
    expect(plateCell(6)).toBe('C6')
  })

  test('may speak Chinese', () => {
    expect(
      read([
        ['车牌号', '车主'],
        ['粤B12345', '李文'],
      ]).plates,
    ).toMatchObject([{ plate: '粤B12345', owner: '李文' }])
  })

  test('is refused with its reason and cell', () => {
    const failure = (rows: string[][]) => {
      try {
        read(rows)
        return undefined
      } catch (fault) {
        return fault
      }
    }
    expect(failure([['owner'], ['Ada']])).toMatchObject({ code: 33059 })
    expect(failure([])).toMatchObject({ code: 33059 })
    expect(
      failure([
        ['owner', 'plate'],
        ['A'.repeat(32), 'KV 1'],
        ['A'.repeat(33), 'KV 2'],
      ]),
    ).toMatchObject({ code: 33083, detail: { field: 'A3' } })
    expect(failure([['plate'], ['K'.repeat(33)]])).toMatchObject({ code: 33083, detail: { field: 'A2' } })
    expect(failure([['plate'], ['<b>']])).toMatchObject({ code: 1000, detail: { field: 'A2' } })
  })
})
