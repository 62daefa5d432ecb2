import { expect, test } from 'vitest'
import { LinkProbe } from '#server/video/relay/link-probe.ts'

/** A line that brings what is sent on it to its end after a time; something is sent 25 times a second. */
class Line {
  readonly #onTheWay: { id: number; atMs: number }[] = []
  #nowMs = 0
  readonly probe = new LinkProbe((id) => this.#onTheWay.push({ id, atMs: this.#nowMs }))

  /** Lets seconds pass; `isSilent`: nothing is sent meanwhile. */
  pass(seconds: number, delayMs: number, isSilent = false): boolean {
    for (const endMs = this.#nowMs + seconds * 1_000; this.#nowMs < endMs; this.#nowMs += 40) {
      while (this.#nowMs - (this.#onTheWay[0]?.atMs ?? Infinity) >= delayMs) this.probe.answered(this.#onTheWay.shift()?.id ?? 0)
      if (!isSilent) this.probe.sent(this.#nowMs)
    }
    return this.probe.isLate
  }

  /** This process stands still. */
  freeze(seconds: number): boolean {
    this.#nowMs += seconds * 1_000
    this.probe.sent(this.#nowMs)
    return this.probe.isLate
  }
}

test('a line is in time however long the way is, and late when more and more waits for it', () => {
  const line = new Line()
  expect(line.pass(10, 20)).toBe(false)
  expect(line.pass(10, 900)).toBe(false)
  expect(line.pass(5, 2_500)).toBe(true)
})

test('it is in time again when all that waits has got through, and not before', () => {
  const line = new Line()
  line.pass(5, 3_000)
  expect(line.pass(1, 3_000, true)).toBe(true)
  expect(line.pass(3, 3_000, true)).toBe(false)
  expect(line.pass(5, 20)).toBe(false)
})

test('what this process does late itself is no fault of the line', () => {
  const line = new Line()
  line.pass(5, 100)
  expect(line.freeze(4)).toBe(false)
})

test('on a line that brings back no probe nothing is late, until it brings one back after all', () => {
  const line = new Line()
  expect(line.pass(3, Infinity)).toBe(true)
  line.probe.giveUp()
  expect(line.pass(10, Infinity)).toBe(false)
  line.probe.answered(1)
  expect(line.pass(0.3, Infinity)).toBe(true)
})

test('an answer to nothing is heard by nobody', () => {
  const line = new Line()
  line.pass(3, Infinity)
  for (const id of [Number.NaN, 1_000, -1, 0, Infinity]) line.probe.answered(id)
  expect(line.probe.isLate).toBe(true)
})
