import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { readCounter } from '#tests/support/read-counter.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

async function readClip(name: string, width: number, height: number, first = 0): Promise<(number | undefined)[]> {
  const path = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
  const filters = `select=gte(n\\,${first}),scale=${width}:${height},format=rgba`
  return (await framesIn(path, { kind: 'video', filters })).map(({ data }) => readCounter(data, width, height))
}

const looks: [name: string, width: number, height: number, first: number, end: number][] = [
  ['counter-640x360-15.h264', 160, 90, 0, 300],
  ['counter-640x360-15.h264', 317, 179, 200, 300],
  ['counter-640x360-15.h264', 640, 360, 250, 300],
  ['counter-1280x720-25.h264', 160, 90, 0, 500],
  ['counter-1280x720-25.h264', 1280, 720, 480, 500],
]
test.each(deep(looks, looks.slice(0, 2)))('%s at %i×%i, pictures %i to %i', async (name, width, height, first, end) => {
  expect(await readClip(name, width, height, first)).toEqual(Array.from({ length: end - first }, (_, at) => first + at))
})

test('sees no counter where there is none', () => {
  const random = new SeededRandom(7)
  for (let round = 0; round < 20; round++) expect(readCounter(random.bytes(160 * 90 * 4), 160, 90)).toBeUndefined()
  expect(readCounter(new Uint8Array(160 * 90 * 4), 160, 90)).toBeUndefined()
  expect(readCounter(new Uint8Array(160 * 90 * 4).fill(255), 160, 90)).toBeUndefined()
  expect(readCounter(new Uint8Array(10), 160, 90)).toBeUndefined()
})

const check = (index: number) => (index ^ (index >> 4) ^ (index >> 8) ^ (index >> 12) ^ 0b1010) & 0b1111

const draw = (index: number, wrong = -1) => {
  const bits = `01${index.toString(2).padStart(16, '0')}${check(index).toString(2).padStart(4, '0')}10`
  const pixels = new Uint8ClampedArray(240 * 90 * 4).fill(255)
  for (let x = 0; x < 240; x++) {
    const cell = Math.floor(x / 10)
    if ((bits[cell] === '1') !== (cell === wrong)) continue
    for (let y = 0; y < 6; y++) pixels.fill(0, (y * 240 + x) * 4, (y * 240 + x) * 4 + 3)
  }
  return pixels
}

test('any wrong cell is noticed, and the function runs by its text alone', () => {
  // oxlint-disable-next-line typescript/no-implied-eval -- a browser gets the function as text, and so does this test
  const read = new Function(`return ${readCounter.toString()}`)() as typeof readCounter
  for (const index of [0, 1, 299, 0x5555, 0xffff]) {
    expect(read(draw(index), 240, 90)).toBe(index)
    for (let wrong = 0; wrong < 24; wrong++) expect(read(draw(index, wrong), 240, 90)).toBeUndefined()
  }
})
