import { expect, test } from 'vitest'
import { StreamBudget, type SecondOfUse } from '#src/data/media/stream-budget.ts'

/** A wall of unpinned windows that follows the budget, second by second. */
class Wall {
  readonly budget = new StreamBudget()
  readonly count: number
  readonly withMain: number

  /** `withMain`: how many of the windows are large enough for the main stream. */
  constructor(count: number, withMain = 0) {
    this.count = count
    this.withMain = withMain
  }

  get shown(): { main: number; all: number; keys: number } {
    const paces = Array.from({ length: this.count }, (_, rank) => this.budget.paceOf(rank))
    return {
      main: Math.min(this.withMain, this.budget.mostMain),
      all: paces.filter((pace) => pace === 'all').length,
      keys: paces.filter((pace) => pace !== 'stills').length,
    }
  }

  /** Lets seconds pass, alike, and gives what the windows show after them. */
  pass(seconds: number, second: Partial<SecondOfUse> = {}): Wall['shown'] {
    const { count: windows, withMain: mains } = this
    for (let passed = 0; passed < seconds; passed++) this.budget.note({ load: 0.7, dropped: 0, windows, mains, ...second })
    return this.shown
  }
}

test('a machine that keeps up shows every main stream that its windows are large enough for', () => {
  expect(new Wall(16, 16).pass(600, { load: 0.85 })).toEqual({ main: 16, all: 16, keys: 16 })
})

test('one that does not falls back step by step until it does, and a short moment is no reason', () => {
  const wall = new Wall(16, 16)
  expect(wall.pass(2, { load: 1 }).main).toBe(16)
  expect(wall.pass(1, { load: 0.6 }).main).toBe(16)
  expect(wall.pass(3, { load: 1 }).main).toBe(12)
  expect(wall.pass(3, { load: 0.95 }).main).toBe(9)
  expect(wall.pass(60, { load: 0.8 }).main).toBe(9)
})

test('dropped pictures count, however little time decoding takes; a few of a full wall do not', () => {
  expect(new Wall(4, 4).pass(3, { load: 0.1, dropped: 1 / 15 }).main).toBe(3)
  expect(new Wall(16).pass(600, { load: 0.8, dropped: 6 / 400 }).all).toBe(16)
})

test('a wall of 64 small windows falls back to key frames, the smallest first, and then to stills', () => {
  const wall = new Wall(64)
  expect(wall.pass(3, { load: 1 })).toEqual({ main: 0, all: 48, keys: 64 })
  expect([wall.budget.paceOf(47), wall.budget.paceOf(48)]).toEqual(['all', 'keys'])
  // 36, 27, 20, 15, 11, 8, 6, 4, 3, 2, 1, 0 windows with every picture, then stills begin.
  expect(wall.pass(36, { load: 1 })).toEqual({ main: 0, all: 0, keys: 64 })
  expect(wall.pass(3, { load: 1 })).toEqual({ main: 0, all: 0, keys: 48 })
  expect(wall.budget.paceOf(48)).toBe('stills')
  expect(wall.pass(600, { load: 1 })).toEqual({ main: 0, all: 0, keys: 0 })
})

test('main streams go before anybody is shown fewer pictures, and come back after everybody is shown all', () => {
  const wall = new Wall(4, 1)
  expect(wall.pass(6, { load: 1 })).toEqual({ main: 0, all: 3, keys: 4 })
  expect(wall.pass(15, { load: 0.2 })).toEqual({ main: 0, all: 4, keys: 4 })
  expect(wall.pass(15, { load: 0.2 })).toEqual({ main: 1, all: 4, keys: 4 })
})

test('where there is room for long one more is tried; when that was too many, the next try comes later', () => {
  const wall = new Wall(4, 4)
  wall.pass(3, { load: 1 })
  expect(wall.pass(14, { load: 0.3 }).main).toBe(3)
  expect(wall.pass(1, { load: 0.3 }).main).toBe(4)
  expect(wall.pass(3, { load: 1 }).main).toBe(3)
  expect(wall.pass(29, { load: 0.3 }).main).toBe(3)
  expect(wall.pass(1, { load: 0.3 }).main).toBe(4)
})

test('a try that proved itself makes the next one come soon again', () => {
  const wall = new Wall(4, 4)
  wall.pass(6, { load: 1 })
  expect(wall.pass(15, { load: 0.3 }).main).toBe(3)
  expect(wall.pass(3, { load: 1 }).main).toBe(2)
  expect(wall.pass(29, { load: 0.3 }).main).toBe(2)
  expect(wall.pass(1, { load: 0.3 }).main).toBe(3)
  expect(wall.pass(15, { load: 0.3 }).main).toBe(4)
})

test('no more is tried than is asked for', () => {
  const wall = new Wall(4, 4)
  wall.pass(3, { load: 1 })
  wall.pass(600, { load: 0.1, mains: 2 })
  expect(wall.budget.mostMain).toBe(3)
})

test('a wall that is cleared begins anew', () => {
  const wall = new Wall(4, 4)
  wall.pass(60, { load: 1 })
  wall.budget.forget()
  expect(wall.shown).toEqual({ main: 4, all: 4, keys: 4 })
})
