import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeJpeg } from '#workers/media/jpeg.ts'

const BYTES = Uint8Array.of(0xff, 0xd8)
/** What was drawn into any canvas. */
let drawn: unknown[]

class Canvas {
  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  getContext() {
    return { drawImage: (picture: unknown) => drawn.push(picture) }
  }

  convertToBlob() {
    return Promise.resolve(new Blob([BYTES]))
  }
}

/** A frame of four pixels, and how often it was closed. */
function frameOf() {
  let closed = 0
  const frame = {
    displayWidth: 2,
    displayHeight: 2,
    visibleRect: { width: 2, height: 2 },
    allocationSize: () => 16,
    copyTo: () => Promise.resolve([]),
    close: () => (closed += 1),
  }
  return { frame: frame as unknown as VideoFrame, closed: () => closed }
}

beforeEach(() => {
  drawn = []
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal('ImageData', Object)
})
afterEach(() => void vi.unstubAllGlobals())

test('writes what was made of the pixels, and closes it and the frame', async () => {
  const bitmap = { close: vi.fn() }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap))
  const { frame, closed } = frameOf()
  expect(await encodeJpeg(frame, 320)).toEqual(BYTES)
  expect([drawn, closed(), bitmap.close.mock.calls.length]).toEqual([[bitmap], 1, 1])
})

test('writes the frame itself where nothing can be made of its pixels, and closes it', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('No room.', 'InvalidStateError')))
  const { frame, closed } = frameOf()
  expect(await encodeJpeg(frame, 320)).toEqual(BYTES)
  expect(drawn[0]).toBe(frame)
  expect(closed()).toBe(1)
})

test('closes the frame that cannot be drawn either', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('No room.', 'InvalidStateError')))
  const { frame, closed } = frameOf()
  drawn.push = () => {
    throw new TypeError('It is closed.')
  }
  await expect(encodeJpeg(frame, 320)).rejects.toThrow('It is closed.')
  expect(closed()).toBe(1)
})
