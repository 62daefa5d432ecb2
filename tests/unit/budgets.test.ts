import { expect, test } from 'vitest'
import type { SourceName } from '#contract/media-api.ts'
import { Budgets, type Spender } from '#src/data/media/budgets.ts'

/** Windows from the largest on; all are large enough for the main stream unless `wantsMain` says so. */
function wallOf(...sources: (SourceName | undefined)[]): Spender[] {
  return sources.map((source, winIndex) => ({ winIndex, source, wantsMain: true, areaPx: 1_000_000 - winIndex }))
}

function pass(budgets: Budgets, windows: Spender[], seconds: number, second: Partial<Parameters<Budgets['note']>[0]>): void {
  const calm = { decodeLoad: 0.2, dropped: 0, relayLateMs: 0, settledMs: 60_000 }
  for (let passed = 0; passed < seconds; passed += 1) budgets.note({ ...calm, ...second }, windows)
}

const gifts = (budgets: Budgets, windows: Spender[]) => windows.map((window) => budgets.allowanceFor(window, windows))

test('over a link that is too thin the windows go down to sub streams, key frames and stills, and up again when it is wide', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'relay', undefined)
  const shown = () => gifts(budgets, windows).map(({ gift }) => gift)
  expect(shown()).toEqual(['main', 'main', 'main'])
  pass(budgets, windows, 3, { relayLateMs: 1_200 })
  expect(shown()).toEqual(['main', 'main', 'all'])
  expect(budgets.allowanceFor(windows[2]!, windows).limit).toBe('link')
  pass(budgets, windows, 9, { relayLateMs: 1_200 })
  expect(shown()).toEqual(['all', 'all', 'keys'])
  pass(budgets, windows, 60, { relayLateMs: 5_000 })
  expect(shown()).toEqual(['stills', 'stills', 'stills'])
  pass(budgets, windows, 45, {})
  expect(shown()).toEqual(['main', 'main', 'main'])
})

test('seconds of which nothing tells whether the link is thin are no trouble, and no end of any; without trouble they are as good as those before', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'relay')
  const shown = () => gifts(budgets, windows).map(({ gift }) => gift)
  pass(budgets, windows, 1, { relayLateMs: 1_200 })
  pass(budgets, windows, 60, { relayLateMs: undefined })
  expect(shown()).toEqual(['main', 'main'])
  pass(budgets, windows, 2, { relayLateMs: 1_200 })
  expect(shown()).toEqual(['main', 'all'])
  pass(budgets, windows, 1, {})
  pass(budgets, windows, 4, { relayLateMs: undefined })
  expect(shown()).toEqual(['main', 'main'])
})

test('a thin link takes nothing from what the plugin shows', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'plugin', 'relay')
  pass(budgets, windows, 60, { relayLateMs: 5_000 })
  expect(gifts(budgets, windows).map(({ gift }) => gift)).toEqual(['stills', 'main', 'stills'])
})

test('where the machine is the narrower place, that is what is said, of the plugin’s windows too', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'plugin')
  pass(budgets, windows, 12, { decodeLoad: 1, dropped: 0.2 })
  expect(gifts(budgets, windows)).toEqual([
    { gift: 'all', limit: 'machine' },
    { gift: 'keys', limit: 'machine' },
  ])
})

test('what comes late while this machine has too much to do is no sign of a thin link', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'plugin', 'relay')
  pass(budgets, windows, 2, { relayLateMs: 1_200 })
  pass(budgets, windows, 60, { decodeLoad: 1, dropped: 0.1, relayLateMs: 3_000 })
  pass(budgets, windows, 60, { dropped: 0.3, relayLateMs: 3_000 })
  expect(gifts(budgets, windows)).toEqual(windows.map(() => ({ gift: 'stills', limit: 'machine' })))
  // The machine has time again, and the link is as good as ever.
  pass(budgets, windows, 600, {})
  expect(gifts(budgets, windows).map(({ gift }) => gift)).toEqual(['main', 'main', 'main'])
})

test('a machine that has no time left and drops nothing shows every main stream; one that drops pictures does not', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'relay')
  const shown = () => gifts(budgets, windows).map(({ gift }) => gift)
  pass(budgets, windows, 600, { decodeLoad: 1 })
  expect(shown()).toEqual(['main', 'main'])
  pass(budgets, windows, 6, { decodeLoad: 0.1, dropped: 0.019 })
  expect(shown()).toEqual(['main', 'main'])
  pass(budgets, windows, 3, { decodeLoad: 0.1, dropped: 0.02 })
  expect(shown()).toEqual(['main', 'all'])
  pass(budgets, windows, 3, { decodeLoad: 0.9, dropped: 0.001 })
  expect(shown()).toEqual(['all', 'all'])
})

test('sixteen windows that drop pictures for ten seconds after they have begun, and none later, show all of them all the time', () => {
  const budgets = new Budgets()
  const windows = wallOf(...Array.from({ length: 16 }, () => 'relay' as const)).map((window) => ({ ...window, wantsMain: false }))
  const fewer = () => gifts(budgets, windows).filter(({ gift }) => gift === 'keys').length
  pass(budgets, windows, 10, { decodeLoad: 1, dropped: 0.4, settledMs: 5_000 })
  pass(budgets, windows, 1, { decodeLoad: 1 })
  expect(fewer()).toBe(0)
  pass(budgets, windows, 6, { decodeLoad: 1, dropped: 0.4 })
  expect(fewer()).toBe(7)
})

test('a link that is thin besides is found out as soon as the machine has time', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'relay')
  pass(budgets, windows, 3, { decodeLoad: 1, dropped: 0.01, relayLateMs: 3_000 })
  expect(budgets.allowanceFor(windows[1]!, windows)).toEqual({ gift: 'all', limit: 'machine' })
  pass(budgets, windows, 9, { relayLateMs: 3_000 })
  expect(budgets.allowanceFor(windows[1]!, windows)).toEqual({ gift: 'keys', limit: 'link' })
})

test('a window whose stream a person holds is left alone', () => {
  const budgets = new Budgets()
  const windows = wallOf('relay', 'relay')
  pass(budgets, windows, 60, { relayLateMs: 5_000 })
  expect(budgets.allowanceFor({ ...windows[0]!, areaPx: 0 }, windows).gift).toBe('main')
})
