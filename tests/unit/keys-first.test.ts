import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeysFirst } from '#workers/media/keys-first.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Windows of these names that begin, and those that went on, in order. */
function beginAll(keysFirst: KeysFirst, ...names: string[]) {
  const wentOn: string[] = []
  const windows = names.map((name) => ({ name }))
  for (const window of windows) keysFirst.begin(window, () => wentOn.push(window.name))
  return { windows, wentOn }
}

test('a window that begins alone goes on as soon as its key frame is decoded', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate')
  expect(wentOn).toEqual([])
  keysFirst.isOut(windows[0] ?? {})
  expect(wentOn).toEqual(['gate'])
})

test('several go on together, and wait a moment longer for one that begins just then', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate', 'hall')
  for (const window of windows) keysFirst.isOut(window)
  vi.advanceTimersByTime(29)
  const late = beginAll(keysFirst, 'yard')
  vi.advanceTimersByTime(100)
  expect([wentOn, late.wentOn]).toEqual([[], []])
  keysFirst.isOut(late.windows[0] ?? {})
  vi.advanceTimersByTime(30)
  expect([wentOn, late.wentOn]).toEqual([['gate', 'hall'], ['yard']])
})

test('nobody waits for longer than 200 ms, whatever a window that began later does', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate', 'hall')
  keysFirst.isOut(windows[0] ?? {})
  vi.advanceTimersByTime(199)
  beginAll(keysFirst, 'yard')
  expect(wentOn).toEqual([])
  vi.advanceTimersByTime(1)
  expect(wentOn).toEqual(['gate', 'hall'])
})

test('decoders that keep key frames back are waited for three times, and no more', () => {
  const keysFirst = new KeysFirst()
  const roundInVain = () => {
    const { wentOn } = beginAll(keysFirst, 'gate')
    const before = wentOn.length
    vi.advanceTimersByTime(200)
    return [before, wentOn.length]
  }
  expect([roundInVain(), roundInVain()]).toEqual([
    [0, 1],
    [0, 1],
  ])
  // One that comes begins the count anew.
  keysFirst.isOut(beginAll(keysFirst, 'hall').windows[0] ?? {})
  expect([roundInVain(), roundInVain(), roundInVain(), roundInVain()]).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 1],
  ])
})
