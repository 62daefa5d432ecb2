import { describe, expect, it } from 'vitest'
import { contrast, fillOn, mix, readable } from '#src/lib/contrast.ts'
import { accentOf, dark, light } from '#src/ui/theme/theme.ts'

describe('contrast', () => {
  it('is 21 between black and white, and 1 of a colour with itself, either way round', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
    expect(contrast('#0f9488', '#0f9488')).toBe(1)
  })

  it('agrees with a published value', () => {
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })
})

describe('readable', () => {
  const accents = ['#0f9488', '#ffff00', '#000000', '#ffffff', '#ff0000', '#00008b', '#777777', '#2f81f7']
  const grounds = ['#0d1117', '#1a212b', '#05070a', '#f6f7f9', '#ffffff']

  it.each(accents)('makes %s readable on every ground, in either theme', (accent) => {
    for (const ground of grounds) expect(contrast(readable(accent, ground, 4.5), ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('leaves a colour alone that is good already', () => {
    expect(readable('#0f9488', '#0d1117', 3)).toBe('#0f9488')
  })

  it.each(accents)('fills with %s so that it is seen and what is written on it can be read', (accent) => {
    for (const ground of ['#0d1117', '#f6f7f9']) {
      const { fill, ink } = fillOn(ground, accent)
      expect(contrast(fill, ground)).toBeGreaterThanOrEqual(3)
      expect(contrast(ink, fill)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('accentOf', () => {
  it.each(['#0f9488', '#2f81f7', '#ffff00', '#00008b', '#777777'])('keeps a button in %s readable under the pointer', (accent) => {
    for (const tokens of [dark, light]) {
      const own = accentOf(tokens, accent)
      expect(contrast(own['accent-ink'], own['accent-hover'])).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('mix', () => {
  it('goes from one colour to the other', () => {
    expect(mix('#000000', '#ffffff', 0)).toBe('#000000')
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(mix('#102030', '#ffffff', 1)).toBe('#ffffff')
  })
})
