import { describe, expect, it } from 'vitest'
import { Gop } from '#shared/media/gop.ts'

function unit(name: string, bytes = 1) {
  return { name, isKey: name.startsWith('K'), data: new Uint8Array(bytes) }
}

function gopOf(names: string[], bounds?: { maxBytes?: number; maxUnits?: number }) {
  const gop = new Gop<ReturnType<typeof unit>>(bounds)
  for (const name of names) gop.push(unit(name))
  return gop
}

function shown(gop: Gop<ReturnType<typeof unit>>) {
  return gop.burst().map(({ unit: { name }, isPreroll }) => (isPreroll ? `(${name})` : name))
}

describe('a group of pictures', () => {
  it('begins with the last key frame, and all but the newest unit are past', () => {
    expect(shown(gopOf(['K0', 'd1', 'K2', 'd3', 'd4']))).toEqual(['(K2)', '(d3)', 'd4'])
  })

  it('is its key frame alone when nothing followed', () => {
    expect(shown(gopOf(['K0', 'd1', 'K2']))).toEqual(['K2'])
  })

  it('holds nothing before the first key frame', () => {
    expect(shown(gopOf(['d0', 'd1']))).toEqual([])
    expect(shown(gopOf(['d0', 'K1', 'd2']))).toEqual(['(K1)', 'd2'])
  })

  it('gives up a group of too many units, and begins again at the next key frame', () => {
    const gop = gopOf(['K0', 'd1', 'd2', 'd3'], { maxUnits: 3 })
    expect(shown(gop)).toEqual([])
    gop.push(unit('d4'))
    expect(shown(gop)).toEqual([])
    gop.push(unit('K5'))
    expect(shown(gop)).toEqual(['K5'])
  })

  it('gives up a group of too many bytes', () => {
    const gop = new Gop<ReturnType<typeof unit>>({ maxBytes: 10 })
    gop.push(unit('K0', 6))
    gop.push(unit('d1', 4))
    expect(shown(gop)).toEqual(['(K0)', 'd1'])
    gop.push(unit('d2', 1))
    expect(shown(gop)).toEqual([])
  })

  it('says while there is nothing to begin with that whoever joins waits for the next key frame', () => {
    const gop = gopOf([], { maxUnits: 3 })
    const waits = ['d0', 'K1', 'd2', 'd3', 'd4', 'd5', 'K6'].map((name) => {
      gop.push(unit(name))
      return gop.waitsForKey
    })
    expect(waits).toEqual([true, false, false, false, true, true, false])
    gop.push(unit('d7'))
    gop.clear()
    expect(gop.waitsForKey).toBe(false)
  })

  it('keeps 20 s of a large main stream', () => {
    const names = ['K0', ...Array.from({ length: 1_199 }, (_, at) => `d${at + 1}`)]
    const gop = new Gop<ReturnType<typeof unit>>()
    for (const name of names) gop.push(unit(name, 18_000))
    expect(gop.burst()).toHaveLength(1_200)
  })

  it('counts the bytes of the current group only', () => {
    const gop = new Gop<ReturnType<typeof unit>>({ maxBytes: 10 })
    for (let at = 0; at < 5; at += 1) gop.push(unit(`K${at}`, 8))
    expect(shown(gop)).toEqual(['K4'])
  })

  it('hands out a burst that later units do not change', () => {
    const gop = gopOf(['K0'])
    const burst = gop.burst()
    gop.push(unit('d1'))
    expect(burst).toHaveLength(1)
  })
})
