import { expect, test } from 'vitest'
import { StreamBudget, type SecondOfUse } from '#src/data/media/stream-budget.ts'

/** A wall of unpinned windows that follows the budget, second by second. */
class Wall {
  readonly budget = new StreamBudget({ sub: { seconds: 3, missed: 0 }, keys: { seconds: 3, missed: 0.1 }, first: 15, longest: 600 })
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
    for (let passed = 0; passed < seconds; passed++) {
      this.budget.note({ use: 'most', missed: 0, isFresh: false, windows, mains, ...second })
    }
    return this.shown
  }
}

const tooMuch = { use: 'too-much', missed: 0.2 } as const
const little = { use: 'little' } as const

test('a machine that keeps up shows every main stream that its windows are large enough for', () => {
  expect(new Wall(16, 16).pass(600)).toEqual({ main: 16, all: 16, keys: 16 })
})

test('one that does not falls back step by step until it does, and a short moment is no reason', () => {
  const wall = new Wall(16, 16)
  expect(wall.pass(2, tooMuch).main).toBe(16)
  expect(wall.pass(1).main).toBe(16)
  expect(wall.pass(3, tooMuch).main).toBe(12)
  expect(wall.pass(3, tooMuch).main).toBe(9)
  expect(wall.pass(60).main).toBe(9)
})

test('windows that have just begun are given twice the time: a machine that gets over it shows all of them', () => {
  const wall = new Wall(16)
  const fresh = { ...tooMuch, isFresh: true }
  expect(wall.pass(5, fresh).all).toBe(16)
  expect(wall.pass(1).all).toBe(16)
  expect(wall.pass(6, fresh).all).toBe(12)
})

test('a few pictures that are missed all over a wall are no reason to show key frames in a quarter of it, but one to show sub streams', () => {
  const few = { use: 'too-much', missed: 0.09 } as const
  expect(new Wall(16).pass(600, few)).toEqual({ main: 0, all: 16, keys: 16 })
  expect(new Wall(16, 2).pass(600, few)).toEqual({ main: 0, all: 16, keys: 16 })
  expect(new Wall(16).pass(3, { use: 'too-much', missed: 0.1 }).all).toBe(12)
})

test('key frames need more trouble than sub streams do', () => {
  const budget = new StreamBudget({ sub: { seconds: 2, missed: 0 }, keys: { seconds: 4, missed: 0.1 }, first: 15, longest: 600 })
  const second = (missed: number) => budget.note({ use: 'too-much', missed, isFresh: false, windows: 8, mains: 1 })
  expect([second(0.2), second(0.2)]).toEqual([false, true])
  expect([second(0.2), second(0.2), second(0.1), second(0)]).toEqual([false, false, false, true])
  expect([second(0), second(0), second(0), second(0.1), second(0.1), second(0.2)]).toEqual([false, false, false, false, false, true])
})

test('a wall that misses more falls back further at once, yet never by more than half', () => {
  expect(new Wall(64).pass(3, { use: 'too-much', missed: 0.4 }).all).toBe(38)
  expect(new Wall(64).pass(3, { use: 'too-much', missed: 0.9 }).all).toBe(32)
})

test('a wall of 64 small windows falls back to key frames, the smallest first, and then to stills', () => {
  const wall = new Wall(64)
  expect(wall.pass(3, tooMuch)).toEqual({ main: 0, all: 48, keys: 64 })
  expect([wall.budget.paceOf(47), wall.budget.paceOf(48)]).toEqual(['all', 'keys'])
  // 36, 27, 20, 15, 11, 8, 6, 4, 3, 2, 1, 0 windows with every picture, then stills begin.
  expect(wall.pass(36, tooMuch)).toEqual({ main: 0, all: 0, keys: 64 })
  expect(wall.pass(3, tooMuch)).toEqual({ main: 0, all: 0, keys: 48 })
  expect(wall.budget.paceOf(48)).toBe('stills')
  expect(wall.pass(600, tooMuch)).toEqual({ main: 0, all: 0, keys: 0 })
})

test('main streams go before anybody is shown fewer pictures, and come back after everybody is shown all', () => {
  const wall = new Wall(4, 1)
  expect(wall.pass(6, tooMuch)).toEqual({ main: 0, all: 3, keys: 4 })
  expect(wall.pass(15, little)).toEqual({ main: 0, all: 4, keys: 4 })
  expect(wall.pass(15, little)).toEqual({ main: 1, all: 4, keys: 4 })
})

test('where there is room for long one more is tried; when that was too many, the next try comes later', () => {
  const wall = new Wall(4, 4)
  wall.pass(3, tooMuch)
  expect(wall.pass(14, little).main).toBe(3)
  expect(wall.pass(1, little).main).toBe(4)
  expect(wall.pass(3, tooMuch).main).toBe(3)
  expect(wall.pass(29, little).main).toBe(3)
  expect(wall.pass(1, little).main).toBe(4)
})

test('a second without room does not undo all that went before it, and half of them do', () => {
  const wall = new Wall(4, 4)
  wall.pass(3, tooMuch)
  wall.pass(14, little)
  wall.pass(1)
  expect(wall.pass(2, little).main).toBe(3)
  expect(wall.pass(1, little).main).toBe(4)
  wall.pass(6, tooMuch)
  for (let half = 0; half < 60; half++) {
    wall.pass(1, little)
    expect(wall.pass(1).main).toBe(2)
  }
})

test('a try that proved itself makes the next one come soon again', () => {
  const wall = new Wall(4, 4)
  wall.pass(6, tooMuch)
  expect(wall.pass(15, little).main).toBe(3)
  expect(wall.pass(3, tooMuch).main).toBe(2)
  expect(wall.pass(29, little).main).toBe(2)
  expect(wall.pass(1, little).main).toBe(3)
  expect(wall.pass(15, little).main).toBe(4)
})

test('no more is tried than is asked for', () => {
  const wall = new Wall(4, 4)
  wall.pass(3, tooMuch)
  wall.pass(600, { ...little, mains: 2 })
  expect(wall.budget.mostMain).toBe(3)
})

test('a wall that is cleared begins anew', () => {
  const wall = new Wall(4, 4)
  wall.pass(60, tooMuch)
  wall.budget.forget()
  expect(wall.shown).toEqual({ main: 4, all: 4, keys: 4 })
})
