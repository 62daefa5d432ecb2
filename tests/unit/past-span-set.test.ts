import { expect, test } from 'vitest'
import { SpanSet } from '#workers/media/past/span-set.ts'

/** The same by counting: which of a hundred moments are in. */
class Counted {
  readonly #in = new Set<number>()
  add(fromMs: number, toMs: number): void {
    for (let at = fromMs; at < toMs; at++) this.#in.add(at)
  }
  remove(fromMs: number, toMs: number): void {
    for (let at = fromMs; at < toMs; at++) this.#in.delete(at)
  }
  has = (at: number) => this.#in.has(at)
}

/** Numbers that look as if drawn, the same each time (mulberry32). */
function drawing(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

test('what of the past is here is known after any order of pieces, and of what was forgotten again', () => {
  const draw = drawing(7)
  for (let round = 0; round < 200; round++) {
    const [spans, counted] = [new SpanSet(), new Counted()]
    for (let step = 0; step < 30; step++) {
      const [from, length] = [draw(100), draw(20)]
      const change = draw(3) === 0 ? 'remove' : 'add'
      spans[change](from, from + length)
      counted[change](from, from + length)
    }
    for (let at = 0; at < 120; at++) expect(spans.has(at)).toBe(counted.has(at))
    for (const [index, { fromMs, toMs }] of spans.spans.entries()) {
      expect(toMs).toBeGreaterThan(fromMs)
      expect(fromMs).toBeGreaterThan(spans.spans[index - 1]?.toMs ?? -1)
    }
  }
})

test('where what is here ends and begins is told from inside it, and nowhere else', () => {
  const spans = new SpanSet()
  spans.add(10, 20)
  spans.add(20, 30)
  expect(spans.spans).toEqual([{ fromMs: 10, toMs: 30 }])
  expect([spans.endAfter(9), spans.endAfter(10), spans.endAfter(29), spans.endAfter(30)]).toEqual([9, 30, 30, 30])
  expect([spans.beginBefore(10), spans.beginBefore(11), spans.beginBefore(30), spans.beginBefore(31)]).toEqual([10, 10, 10, 31])
})
