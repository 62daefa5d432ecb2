import { expect, test } from 'vitest'
import { QuietMoment } from '#src/data/app/quiet-moment.ts'

const MINUTE_MS = 60_000

test('a kiosk that has just started, or was touched, is left alone for two minutes', () => {
  const moment = new QuietMoment(0)
  expect(moment.isQuiet(2 * MINUTE_MS - 1)).toBe(false)
  expect(moment.isQuiet(2 * MINUTE_MS)).toBe(true)
  moment.notePerson(10 * MINUTE_MS)
  expect(moment.isQuiet(12 * MINUTE_MS - 1)).toBe(false)
  expect(moment.isQuiet(12 * MINUTE_MS)).toBe(true)
})

test('an alarm is on for ten minutes after the last that was heard of it, whoever comes meanwhile', () => {
  const moment = new QuietMoment(0)
  moment.noteAlarm(5 * MINUTE_MS)
  moment.noteAlarm(8 * MINUTE_MS)
  moment.notePerson(9 * MINUTE_MS)
  expect(moment.isQuiet(18 * MINUTE_MS - 1)).toBe(false)
  expect(moment.isQuiet(18 * MINUTE_MS)).toBe(true)
})
