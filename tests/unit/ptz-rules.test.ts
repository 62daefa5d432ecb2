import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { clampSpeed, cruiseStop, cruiseStops, freeName, presetIndex, ptzAct, ptzEdit, ptzLimits, ptzMotion } from '#contract/ptz.ts'

const isTaken = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success
const problem = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
const stop = { index: 1, speed: 5, holdS: 30 }

describe('a stop of a cruise', () => {
  it.each([
    [{ speed: 0 }, false],
    [{ speed: 1 }, true],
    [{ speed: 8 }, true],
    [{ speed: 9 }, false],
    [{ speed: 4.5 }, false],
    [{ holdS: 14 }, false],
    [{ holdS: 15 }, true],
    [{ holdS: 240 }, true],
    [{ holdS: 241 }, false],
    [{ index: 0 }, false],
    [{ index: 255 }, true],
    [{ index: 256 }, false],
  ])('with %o is taken: %s', (change, expected) => {
    expect(isTaken(cruiseStop, { ...stop, ...change })).toBe(expected)
  })

  it('is taken when all is within the limits, and never else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 300 }),
        fc.integer({ min: -3, max: 12 }),
        fc.integer({ min: 0, max: 300 }),
        (index, speed, holdS) => {
          const isWithin = index >= 1 && index <= 255 && speed >= 1 && speed <= 8 && holdS >= 15 && holdS <= 240
          return isTaken(cruiseStop, { index, speed, holdS }) === isWithin
        },
      ),
    )
  })

  it('is held 30 seconds unless somebody says otherwise', () => {
    expect(ptzLimits.holdS.usual).toBe(30)
  })
})

describe('a cruise', () => {
  it.each([
    [0, false],
    [1, true],
    [16, true],
    [17, false],
  ])('of %i presets is taken: %s', (count, expected) => {
    expect(
      isTaken(
        cruiseStops,
        Array.from({ length: count }, () => stop),
      ),
    ).toBe(expected)
  })

  it('is one of eight', () => {
    expect(isTaken(ptzEdit, { edit: 'cruise-delete', index: 8 })).toBe(true)
    expect(isTaken(ptzEdit, { edit: 'cruise-delete', index: 9 })).toBe(false)
  })
})

describe('a preset', () => {
  it('has a number up to 255', () => {
    expect([0, 1, 255, 256, 1.5].map((index) => isTaken(presetIndex, index))).toEqual([false, true, true, false, false])
  })

  it.each(Array.from(`<>&,'"/\\%:#`))('has no %s in its name', (character) => {
    const name = `Gate ${character}`
    expect(problem(ptzEdit, { edit: 'preset-create', name })).toBe('forbidden-characters')
    expect(problem(ptzEdit, { edit: 'cruise-create', name, presets: [stop] })).toBe('forbidden-characters')
    expect(problem(ptzEdit, { edit: 'track-record', name })).toBe('forbidden-characters')
  })

  it('has a name that is not empty, not long and not taken', () => {
    const free = freeName(['Gate', 'Ramp'])
    expect(problem(free, '  ')).toBe('required')
    expect(problem(free, 'x'.repeat(32))).toBeUndefined()
    expect(problem(free, 'x'.repeat(33))).toBe('too-long')
    expect(problem(free, ' gate ')).toBe('name-taken')
    expect(free.parse(' Yard ')).toBe('Yard')
  })
})

describe('a movement', () => {
  it('has a speed of 1 to 4, whatever is asked for', () => {
    fc.assert(fc.property(fc.double(), (speed) => [1, 2, 3, 4].includes(clampSpeed(speed))))
    expect([-7, 0, 1, 2.4, 4, 5, 99].map(clampSpeed)).toEqual([1, 1, 1, 2, 4, 4, 4])
    const moved = ptzAct.parse({ act: 'move', moveId: 'a-b-c-d-e-f-g-h-i', motion: { pan: 1 }, speed: 9 })
    expect(moved).toMatchObject({ speed: 4 })
  })

  it('goes no further than its whole speed in either direction', () => {
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (share) => isTaken(ptzMotion, { pan: share }) === Math.abs(share) <= 1),
    )
  })
})
