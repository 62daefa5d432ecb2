import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeysFirst } from '#workers/media/keys-first.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const H264 = 'avc1.64001f'
const H265 = 'hev1.1.6.L63.90'

/** Windows of these names that begin, and those that went on, in order. */
function beginAll(keysFirst: KeysFirst, ...names: string[]) {
  return beginAllOf(keysFirst, H264, ...names)
}

function beginAllOf(keysFirst: KeysFirst, codec: string, ...names: string[]) {
  const wentOn: string[] = []
  const windows = names.map((name) => ({ name }))
  for (const window of windows) keysFirst.begin(window, codec, () => wentOn.push(window.name))
  return { windows, wentOn }
}

test('a window that begins alone goes on as soon as its key frame is decoded', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate')
  expect(wentOn).toEqual([])
  keysFirst.isOut(windows[0] ?? {}, H264)
  expect(wentOn).toEqual(['gate'])
})

test('several go on together, and wait a moment longer for one that begins just then', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate', 'hall')
  for (const window of windows) keysFirst.isOut(window, H264)
  vi.advanceTimersByTime(29)
  const late = beginAll(keysFirst, 'yard')
  vi.advanceTimersByTime(100)
  expect([wentOn, late.wentOn]).toEqual([[], []])
  keysFirst.isOut(late.windows[0] ?? {}, H264)
  vi.advanceTimersByTime(30)
  expect([wentOn, late.wentOn]).toEqual([['gate', 'hall'], ['yard']])
})

test('as long as one key frame comes out after the other, those that are left are waited for', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate', 'hall', 'yard')
  for (const window of windows) {
    vi.advanceTimersByTime(150)
    expect(wentOn).toEqual([])
    keysFirst.isOut(window, H264)
  }
  vi.advanceTimersByTime(30)
  expect(wentOn).toEqual(['gate', 'hall', 'yard'])
})

test('nobody waits for longer than 200 ms for the next key frame, whatever a window that began later does', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate', 'hall')
  keysFirst.isOut(windows[0] ?? {}, H264)
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
  keysFirst.isOut(beginAll(keysFirst, 'hall').windows[0] ?? {}, H264)
  expect([roundInVain(), roundInVain(), roundInVain(), roundInVain()]).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 1],
  ])
})

test('decoders of one codec that keep them back beside good ones of another are waited for three times as well', () => {
  const keysFirst = new KeysFirst()
  const round = () => {
    const kept = beginAllOf(keysFirst, H265, 'hall')
    const good = beginAll(keysFirst, 'gate')
    const before = kept.wentOn.length
    keysFirst.isOut(good.windows[0] ?? {}, H264)
    const soon = good.wentOn.length
    vi.advanceTimersByTime(200)
    return [before, soon]
  }
  expect([round(), round(), round(), round()]).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 1],
  ])
})

test('a key frame that comes by itself after all begins the count of its codec anew, and of no other', () => {
  const keysFirst = new KeysFirst()
  const roundInVain = (codec: string) => {
    const { windows, wentOn } = beginAllOf(keysFirst, codec, 'gate')
    const before = wentOn.length
    vi.advanceTimersByTime(200)
    return { window: windows[0] ?? {}, before }
  }
  for (let round = 0; round < 2; round++) roundInVain(H265)
  for (let round = 0; round < 2; round++) roundInVain(H264)
  const { window } = roundInVain(H265)
  keysFirst.isOut(window, H264)
  expect([roundInVain(H264).before, roundInVain(H265).before]).toEqual([0, 1])
  keysFirst.isOut(window, H265)
  expect(roundInVain(H265).before).toBe(0)
})

test('a window that leaves while the others are out is not waited for', () => {
  const keysFirst = new KeysFirst()
  const { windows, wentOn } = beginAll(keysFirst, 'gate', 'hall', 'yard')
  for (const window of windows.slice(1)) keysFirst.isOut(window, H264)
  vi.advanceTimersByTime(100)
  expect(wentOn).toEqual([])
  keysFirst.leave(windows[0] ?? {})
  vi.advanceTimersByTime(30)
  expect(wentOn).toEqual(['hall', 'yard'])
  const two = beginAll(keysFirst, 'gate', 'hall')
  keysFirst.isOut(two.windows[0] ?? {}, H264)
  keysFirst.leave(two.windows[1] ?? {})
  expect(two.wentOn).toEqual(['gate'])
})
