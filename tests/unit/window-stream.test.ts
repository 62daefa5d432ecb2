import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamCaps } from '#contract/stream-caps.ts'
import { WindowStream } from '#src/data/media/window-stream.ts'

const streams: StreamCaps[] = [
  { stream: 'main', codec: 'avc1.640028', width: 1920, height: 1080, fps: 25 },
  { stream: 'sub', codec: 'avc1.64001e', width: 640, height: 360, fps: 25 },
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A large window that has just been given its main stream in the place of the sub stream. */
function stand(): WindowStream {
  const stream = new WindowStream()
  stream.offer(streams, true)
  stream.size = { width: 1920, height: 1080 }
  expect(stream.choose('all').stream).toBe('sub')
  expect(stream.less('sub', 'machine')).toEqual({ shows: 'sub', limit: 'machine' })
  expect(stream.choose('main').stream).toBe('main')
  return stream
}

test('a main stream whose key frame is 20 s away is not called too much for the link meanwhile', () => {
  const stream = stand()
  vi.advanceTimersByTime(21_000)
  expect(stream.less('sub', 'machine')).toBeUndefined()
  expect(stream.less('main', 'machine')).toBeUndefined()
})

test('one that has not come by when every camera has sent a key frame is called that', () => {
  const stream = stand()
  vi.advanceTimersByTime(22_000)
  expect(stream.less('sub', 'machine')).toEqual({ shows: 'sub', limit: 'link' })
})

test('a main stream that has been there and makes room for the sub stream is called that at once', () => {
  const stream = stand()
  vi.advanceTimersByTime(1_000)
  expect(stream.less('main', 'machine')).toBeUndefined()
  expect(stream.less('sub', 'machine')).toEqual({ shows: 'sub', limit: 'link' })
  // Another try is given its time again.
  stream.choose('all')
  stream.choose('main')
  expect(stream.less('sub', 'machine')).toBeUndefined()
})
