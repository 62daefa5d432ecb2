import { expect, test } from 'vitest'
import { ServiceTime } from '#workers/core/service-time.ts'

const HOUR_MS = 3_600_000
const SERVICE_MS = 1_764_000_000_000

/** A machine whose clock can be set; its steady clock counts parts of milliseconds, as browsers do. */
function machine() {
  let steadyMs = 0.125
  let setMs = 0
  return {
    clock: { nowMs: () => Math.floor(SERVICE_MS + steadyMs) + setMs, steadyMs: () => steadyMs },
    pass: (ms: number) => (steadyMs += ms),
    set: (ms: number) => (setMs += ms),
  }
}

test('where the clock of the machine is set back, the time of the service goes on, in whole milliseconds, as calls take it', () => {
  const { clock, pass, set } = machine()
  const time = new ServiceTime(clock, () => {})
  time.heard(time.moment(), SERVICE_MS)
  for (let hours = 1; hours <= 3; hours++) {
    set(-HOUR_MS)
    pass(1_000.3)
    expect(Number.isInteger(time.nowMs())).toBe(true)
    expect(Math.abs(time.nowMs() - (SERVICE_MS + hours * 1_000.3))).toBeLessThan(3)
  }
  // What is known is within what the answer leaves open: it stays, and stays whole.
  const sent = time.moment()
  pass(20.7)
  time.heard(sent, time.nowMs())
  expect(Number.isInteger(time.offsetMs)).toBe(true)
})

test('what was kept with parts of milliseconds is whole, too', () => {
  const time = new ServiceTime(machine().clock, () => {})
  time.recall(-1_234.4)
  expect(time.offsetMs).toBe(-1_234)
})
