import { expect, test } from 'vitest'
import { withPixels } from '#shared/media/frame-pixels.ts'

const visibleRect = { width: 4, height: 2 }
const BYTES = 4 * 2 * 4

/** A frame that is copied as colours: all of it is white. */
const white = {
  visibleRect,
  allocationSize: () => BYTES,
  copyTo: async (pixels: Uint8ClampedArray) => void pixels.fill(255),
}

test('gives the pixels of a frame, and takes their memory back when they were used', async () => {
  const given: Uint8ClampedArray[] = []
  const sum = await withPixels(white, async ({ data, width, height }) => {
    given.push(data)
    return [width, height, data.reduce((all, value) => all + value, 0)]
  })
  expect(sum).toEqual([4, 2, BYTES * 255])
  expect(given[0]?.byteLength).toBe(0)
})

test('takes the memory back when what was made of the pixels fails', async () => {
  const given: Uint8ClampedArray[] = []
  const failing = withPixels(white, ({ data }) => {
    given.push(data)
    return Promise.reject(new Error('no room'))
  })
  await expect(failing).rejects.toThrow('no room')
  expect(given[0]?.byteLength).toBe(0)
})

test('gives nothing of a frame that is empty, or that the browser does not copy as colours', async () => {
  const make = () => Promise.resolve('made')
  expect(await withPixels({ ...white, visibleRect: null }, make)).toBeUndefined()
  expect(await withPixels({ ...white, allocationSize: () => BYTES * 0.375 }, make)).toBeUndefined()
  expect(await withPixels({ ...white, copyTo: () => Promise.reject(new Error('not supported')) }, make)).toBeUndefined()
  const unknown = () => {
    throw new TypeError('no such format')
  }
  expect(await withPixels({ ...white, allocationSize: unknown }, make)).toBeUndefined()
})
