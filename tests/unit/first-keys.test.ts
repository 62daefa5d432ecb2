import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FirstKeys } from '#server/video/relay/first-keys.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Windows of these names that a viewer opens, and those that went on, in order. */
function stand(...names: string[]) {
  const firstKeys = new FirstKeys()
  const wentOn: string[] = []
  const open = (name: string) => {
    const window = { begin: () => firstKeys.begin(window, () => wentOn.push(name)) }
    firstKeys.ask(window)
    return window
  }
  return { firstKeys, open, windows: names.map(open), wentOn }
}

test('a window that is opened alone goes on 20 ms after its key frame', () => {
  const { windows, wentOn } = stand('gate')
  windows[0]?.begin()
  vi.advanceTimersByTime(19)
  expect(wentOn).toEqual([])
  vi.advanceTimersByTime(1)
  expect(wentOn).toEqual(['gate'])
  vi.advanceTimersByTime(1_000)
  expect(wentOn).toEqual(['gate'])
})

test('windows whose key frames are at hand as each is opened wait for those that are opened right after them', () => {
  const { open, wentOn } = stand()
  open('gate').begin()
  vi.advanceTimersByTime(15)
  const hall = open('hall')
  vi.advanceTimersByTime(15)
  hall.begin()
  vi.advanceTimersByTime(39)
  expect(wentOn).toEqual([])
  vi.advanceTimersByTime(1)
  expect(wentOn).toEqual(['gate', 'hall'])
})

test('several go on together, a moment after the last of their key frames: the longer, the more they are', () => {
  const { windows, wentOn } = stand('gate', 'hall', 'yard')
  for (const { begin } of windows) {
    vi.advanceTimersByTime(40)
    begin()
  }
  vi.advanceTimersByTime(59)
  expect(wentOn).toEqual([])
  vi.advanceTimersByTime(1)
  expect(wentOn).toEqual(['gate', 'hall', 'yard'])
})

test('nobody waits for longer than 500 ms for a camera that does not answer, and later windows do not wait for it at all', () => {
  const { open, windows, wentOn } = stand('gate', 'hall')
  windows[0]?.begin()
  vi.advanceTimersByTime(499)
  expect(wentOn).toEqual([])
  vi.advanceTimersByTime(1)
  expect(wentOn).toEqual(['gate'])
  open('yard').begin()
  vi.advanceTimersByTime(20)
  expect(wentOn).toEqual(['gate', 'yard'])
})

test('who has failed is not waited for, and who is closed goes on no more', () => {
  const { firstKeys, windows, wentOn } = stand('gate', 'hall')
  windows[0]?.begin()
  firstKeys.leave(windows[1] ?? {})
  vi.advanceTimersByTime(20)
  expect(wentOn).toEqual(['gate'])
  const other = stand('gate', 'hall')
  for (const { begin } of other.windows) begin()
  other.firstKeys.leave(other.windows[0] ?? {})
  vi.advanceTimersByTime(1_000)
  expect(other.wentOn).toEqual(['hall'])
})

test('who is closed while it waits has the others wait no longer than they would have', () => {
  const { firstKeys, windows, wentOn } = stand('gate', 'hall', 'yard')
  for (const { begin } of windows) begin()
  vi.advanceTimersByTime(50)
  firstKeys.leave(windows[0] ?? {})
  vi.advanceTimersByTime(10)
  expect(wentOn).toEqual(['hall', 'yard'])
})

test('a viewer that is gone leaves nothing that goes on', () => {
  const { firstKeys, windows, wentOn } = stand('gate', 'hall')
  for (const { begin } of windows) begin()
  firstKeys.close()
  expect(vi.getTimerCount()).toBe(0)
  expect(wentOn).toEqual([])
})
