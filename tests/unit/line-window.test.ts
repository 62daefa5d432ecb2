import { expect, test } from 'vitest'
import { LineWindow, MARKED_BYTES } from '#server/video/relay/line-window.ts'

const KB = 1024
const TICK_MS = 5

/** A line that carries so many bytes a second, behind a way of some length; all of it is filled as far as the window lets it. */
class Line {
  readonly #underWay: { mark?: number; bytes: number; leavesMs: number }[] = []
  readonly window = new LineWindow((mark) => this.#underWay.push({ mark, bytes: 0, leavesMs: this.#freeMs }))
  #nowMs = 0
  /** When all that was sent has left. */
  #freeMs = 0
  #brought = 0
  bytesPerS: number
  wayMs: number

  constructor(bytesPerS: number, wayMs: number) {
    this.bytesPerS = bytesPerS
    this.wayMs = wayMs
  }

  /** How long what is sent now would wait. */
  get waitMs(): number {
    return Math.max(0, this.#freeMs - this.#nowMs)
  }

  /** Sends what there is room for, for some seconds; answers how many bytes came through in a second. */
  pass(seconds: number, unitBytes = 4 * KB): number {
    this.#brought = 0
    for (const endMs = this.#nowMs + seconds * 1_000; this.#nowMs < endMs; this.#nowMs += TICK_MS) {
      while (this.window.hasRoom) this.#send(unitBytes)
      this.#arrive()
    }
    return this.#brought / seconds
  }

  /** Nothing is sent meanwhile. */
  rest(seconds: number): void {
    this.#nowMs += seconds * 1_000
    this.#arrive()
  }

  /** A single unit, and nothing behind it. */
  sendOne(bytes: number): void {
    this.#send(bytes)
    this.rest(5)
  }

  /** In fragments, as units are sent. */
  #send(unitBytes: number): void {
    for (let rest = unitBytes; rest > 0; rest -= MARKED_BYTES) this.#sendFragment(Math.min(rest, MARKED_BYTES))
  }

  #sendFragment(bytes: number): void {
    this.#freeMs = Math.max(this.#freeMs, this.#nowMs) + (bytes / this.bytesPerS) * 1_000
    this.#underWay.push({ bytes, leavesMs: this.#freeMs })
    this.window.sent(bytes, this.#nowMs)
  }

  #arrive(): void {
    for (let first = this.#underWay[0]; first !== undefined && first.leavesMs + this.wayMs <= this.#nowMs; first = this.#underWay[0]) {
      this.#underWay.shift()
      this.#brought += first.bytes
      if (first.mark !== undefined) this.window.answered(first.mark, this.#nowMs)
    }
  }
}

test.each([
  { name: 'of a fifth of a small camera', bytesPerS: 8 * KB, wayMs: 40 },
  { name: 'of a megabit', bytesPerS: 125 * KB, wayMs: 40 },
  { name: 'by a satellite', bytesPerS: 125 * KB, wayMs: 700 },
  { name: 'of ten megabits, long', bytesPerS: 1_250 * KB, wayMs: 200 },
])('a line $name is full, and what comes behind waits no longer than a moment', ({ bytesPerS, wayMs }) => {
  const line = new Line(bytesPerS, wayMs)
  line.pass(30)
  expect(line.pass(30)).toBeGreaterThan(0.95 * bytesPerS)
  // A line that is thinner than thin is no emptier than with a mark's bytes and a unit.
  expect(line.waitMs).toBeLessThan(Math.max(700, ((2 * MARKED_BYTES) / bytesPerS) * 1_000))
})

test('a line that becomes thin, or long, is filled by what it carries from then on, and a wide one again soon', () => {
  const line = new Line(2_000 * KB, 10)
  line.pass(10)
  line.bytesPerS = 60 * KB
  line.pass(60)
  expect(line.waitMs).toBeLessThan(700)
  // Longer than what comes behind may wait, so that everything seems late at first.
  line.wayMs = 900
  line.rest(10)
  line.pass(20)
  expect(line.pass(20)).toBeGreaterThan(0.9 * 60 * KB)
  line.bytesPerS = 2_000 * KB
  line.wayMs = 10
  line.pass(10)
  expect(line.pass(5)).toBeGreaterThan(0.9 * 2_000 * KB)
})

test('little that came at once opens no door for much, and a pause none that was closed', () => {
  const line = new Line(1e9, 1)
  for (let count = 0; count < 10; count += 1) line.sendOne(2 * MARKED_BYTES)
  line.bytesPerS = 8 * KB
  line.pass(0.005)
  expect(line.waitMs).toBeLessThan((100 / 8) * 1_000)
})

test('a large unit is sent whole, and the next waits until the line has carried it', () => {
  const line = new Line(16 * KB, 40)
  line.pass(60, 200 * KB)
  expect(line.waitMs).toBeLessThan((240 / 16) * 1_000)
  line.rest(30)
  expect(line.window.hasRoom).toBe(true)
})

test('an answer to nothing is heard by nobody, and one stands for all before it', () => {
  const marks: number[] = []
  const window = new LineWindow((id) => marks.push(id))
  while (window.hasRoom) window.sent(MARKED_BYTES, 0)
  for (const id of [Number.NaN, 0, -1, 1_000]) window.answered(id, 10)
  expect(window.hasRoom).toBe(false)
  window.answered(marks.at(-1) ?? 0, 10)
  expect(window.hasRoom).toBe(true)
})

test('a box on the way that swallows marks ends nothing: what was sent counts as arrived after a silence, and more goes at once by and by', () => {
  const window = new LineWindow(() => {})
  const fill = (nowMs: number) => {
    let bytes = 0
    for (; window.hasRoom; bytes += MARKED_BYTES) window.sent(MARKED_BYTES, nowMs)
    return bytes
  }
  const first = fill(0)
  expect(window.drained(7_900)).toBe(false)
  expect(window.hasRoom).toBe(false)
  expect(window.drained(8_000)).toBe(true)
  expect(fill(8_000)).toBe(2 * first)
  expect(window.drained(15_900)).toBe(false)
  let most = 0
  for (let nowMs = 16_000; nowMs < 120_000; nowMs += 8_000) {
    expect(window.drained(nowMs)).toBe(true)
    most = fill(nowMs)
  }
  expect(most).toBeGreaterThan(1_900_000)
  expect(most).toBeLessThan(2_100_000)
})

test('a mark that comes after such a silence counts: what is behind it is on the way, and waits for marks', () => {
  const marks: number[] = []
  const window = new LineWindow((id) => marks.push(id))
  const fill = (nowMs: number) => {
    while (window.hasRoom) window.sent(MARKED_BYTES, nowMs)
  }
  fill(0)
  window.answered(marks.at(-1) ?? 0, 50)
  fill(100)
  const late = marks.at(-2) ?? 0
  expect(window.drained(8_100)).toBe(true)
  fill(8_100)
  window.answered(late, 8_200)
  expect(window.hasRoom).toBe(false)
  // And nothing is forgiven before it is silent again as long.
  expect(window.drained(16_000)).toBe(false)
  window.answered(marks.at(-1) ?? 0, 16_050)
  expect(window.hasRoom).toBe(true)
})
