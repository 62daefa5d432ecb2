import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FoundFace, Picture } from '#contract/faces-api.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import { redactionArea } from '#contract/redaction.ts'
import { FaceNetwork } from '#workers/faces/face-network.ts'
import { findFaces } from '#workers/faces/find-faces.ts'
import { CELLS, LANES, PlainLoops, type Loops } from '#workers/faces/loops.ts'
import { WasmLoops } from '#workers/faces/wasm-loops.ts'
import { boxAt } from '#shared/redaction/area-at.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { FaceTracks } from '#src/features/redaction/model/face-tracks.ts'
import { areaOf, foundProposals, shapesNear } from '#src/features/redaction/model/proposals.ts'

const root = join(import.meta.dirname, '..', '..')
const bytes = readFileSync(join(root, 'workers', 'faces', 'model', 'yunet.bin'))
const numbers = new Float32Array(new Uint8Array(bytes).buffer)
/** Eileen Collins, astronaut, photographed by NASA: in the public domain. */
const photo = await loadImage(join(root, 'tests', 'fixtures', 'face.jpg'))
/** Where the face is in the photo, in shares of it. */
const face = { x: 0.37, y: 0.19, width: 0.27, height: 0.34 }

/** A picture with the photo at these places, each as wide as is said. */
function pictureWith(...places: { x: number; y: number; side: number }[]): Picture {
  const [width, height] = [600, 340]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#777'
  context.fillRect(0, 0, width, height)
  for (const { x, y, side } of places) context.drawImage(photo, x, y, side, side)
  return { data: context.getImageData(0, 0, width, height).data, width, height }
}

/** Of all that two boxes take, how much they share. */
function shared(one: ObjectBox, other: ObjectBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (one.width * one.height + other.width * other.height - width * height)
}

/** Whose loops, how they are had, and what marks tests of theirs that the ordinary run has with the others alone: the sums are compared below for both. */
const kinds: [string, () => Promise<Loops>, string][] = [
  ['WebAssembly', () => WasmLoops.load(), ''],
  ['plain JavaScript', async () => new PlainLoops(), ' @deep'],
]

describe.each(kinds)('a face in a picture, by %s,', (_, load, mark) => {
  let network: FaceNetwork
  beforeAll(async () => {
    network = new FaceNetwork(numbers, await load())
  })

  test('is found where it is, large or small, and each of several once', () => {
    const places = [
      { x: 20, y: 30, side: 256 },
      { x: 330, y: 150, side: 90 },
      { x: 480, y: 40, side: 50 },
    ]
    const picture = pictureWith(...places)
    const found = findFaces(network, picture)
    expect(found).toHaveLength(places.length)
    for (const { x, y, side } of places) {
      const wanted = {
        x: (x + face.x * side) / picture.width,
        y: (y + face.y * side) / picture.height,
        width: (face.width * side) / picture.width,
        height: (face.height * side) / picture.height,
      }
      expect(Math.max(...found.map(({ box }) => shared(box, wanted)))).toBeGreaterThan(0.6)
    }
    expect(found.every(({ sureness }) => sureness > 0.5 && sureness <= 1)).toBe(true)
  })

  test(`is not found where there is none, nor at the edge beyond the picture${mark}`, () => {
    expect(findFaces(network, pictureWith())).toEqual([])
    const { data, width, height } = pictureWith({ x: -70, y: 60, side: 200 })
    for (const { box } of findFaces(network, { data, width, height })) {
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(1)
    }
  })

  test(`is found from a dozen points on, wherever in the picture, whatever was looked at before${mark}`, () => {
    // The face is a bit more than a quarter of the photo.
    const side = 44
    for (const [x, y] of [
      [20, 15],
      [290, 141],
      [553, 293],
    ] as const) {
      const { width, height, data } = pictureWith({ x, y, side })
      findFaces(network, { width: 90, height: 70, data: data.slice(0, 90 * 70 * 4) })
      const [found, ...others] = findFaces(network, { width, height, data })
      expect(others).toEqual([])
      expect((found?.box.x ?? 0) * width).toBeCloseTo(x + face.x * side, -1)
      expect((found?.box.width ?? 0) * width).toBeLessThan(16)
    }
  })

  test('is looked for with the numbers of this network alone', async () => {
    const loops = await load()
    expect(() => new FaceNetwork(numbers.subarray(1), loops)).toThrow('53184')
  })
})

describe.each(kinds)('the loops of the network, in %s,', (_, load) => {
  const random = new SeededRandom(3)
  const some = (count: number) => Float32Array.from({ length: count }, () => random.below(2_001) / 1_000 - 1)
  /** Lays them out one behind the other; answers where each begins. */
  async function laidOut(...parts: Float32Array[]) {
    const loops = await load()
    const total = parts.reduce((sum, { length }) => sum + length, 0)
    const floats = loops.reserve(total)
    let at = 0
    const starts = parts.map((part) => {
      floats.set(part, at)
      return (at += part.length) - part.length
    }) as [number, number, number, number]
    return { loops, starts, read: (start: number, count: number) => [...loops.reserve(total).subarray(start, start + count)] }
  }

  test.each([
    [32, 16, 7],
    [64, 64, 4],
    [16, 8, 1],
    // That ends at once, and writes nothing.
    [16, 8, 0],
  ])('sum %i channels up to %i, of %i cells', async (into, out, cells) => {
    const room = Math.ceil(cells / CELLS) * CELLS
    const [source, weights, biases] = [some(room * into), some(into * out), some(out)]
    // Of eight channels each, weight by weight.
    const laid = weights.map((_one, index) => {
      const group = Math.floor(index / (into * LANES))
      const [input, lane] = [Math.floor((index % (into * LANES)) / LANES), index % LANES]
      return weights[(group * LANES + lane) * into + input] as number
    })
    const { loops, starts, read } = await laidOut(source, laid, biases, new Float32Array(room * out))
    const [from, weightsAt, biasesAt, to] = starts
    for (const least of [Number.NEGATIVE_INFINITY, 0]) {
      loops.pointwise({ from, to, weights: weightsAt, biases: biasesAt, cells, least, into, out })
      const sums = read(to, cells * out)
      for (let index = 0; index < sums.length; index += 1) {
        const [cell, channel] = [Math.floor(index / out), index % out]
        let sum = biases[channel] as number
        for (let input = 0; input < into; input += 1)
          sum += (source[cell * into + input] as number) * (weights[channel * into + input] as number)
        expect(sums[index]).toBeCloseTo(Math.max(sum, least), 4)
      }
    }
  })

  test.each([
    [16, 5],
    [8, 1],
    [8, 0],
  ])('sum nine cells up, of %i channels and %i cells in a row', async (channels, cells) => {
    const row = (cells + 2) * channels
    const [source, weights, biases] = [some(3 * row), some(9 * channels), some(channels)]
    const { loops, starts, read } = await laidOut(source, weights, biases, new Float32Array(cells * channels))
    const [from, weightsAt, biasesAt, to] = starts
    for (const least of [Number.NEGATIVE_INFINITY, 0]) {
      loops.near({ from: from + row + channels, to, weights: weightsAt, biases: biasesAt, cells, least, channels, row })
      const sums = read(to, cells * channels)
      for (let index = 0; index < sums.length; index += 1) {
        const channel = index % channels
        let sum = biases[channel] as number
        for (let tap = 0; tap < 9; tap += 1)
          sum +=
            (source[Math.floor(tap / 3) * row + (tap % 3) * channels + index] as number) * (weights[tap * channels + channel] as number)
        expect(sums[index]).toBeCloseTo(Math.max(sum, least), 4)
      }
    }
  })
})

describe('faces of one picture after the other', () => {
  const at = (x: number, size = 0.1): FoundFace => ({ sureness: 0.9, box: { x, y: 0.4, width: size, height: size } })
  const places = (tracks: FaceTracks) => tracks.all.map(({ places: all }) => all.map(({ atMs, box }) => [atMs, box.x]))

  test('are the same as long as they are near, whoever else comes and goes', () => {
    const tracks = new FaceTracks()
    tracks.see(0, [at(0.1), at(0.8)])
    tracks.see(400, [at(0.75), at(0.15)])
    tracks.see(800, [at(0.2)])
    tracks.see(1_200, [at(0.65), at(0.25)])
    expect(places(tracks)).toEqual([
      [
        [0, 0.1],
        [400, 0.15],
        [800, 0.2],
        [1_200, 0.25],
      ],
      [
        [0, 0.8],
        [400, 0.75],
        [1_200, 0.65],
      ],
    ])
  })

  test('are others when they are far away, of another size, or were gone for long', () => {
    const tracks = new FaceTracks()
    tracks.see(0, [at(0.1)])
    tracks.see(400, [at(0.5)])
    tracks.see(800, [at(0.5, 0.3)])
    tracks.see(4_000, [at(0.5, 0.3)])
    expect(tracks.all).toHaveLength(4)
  })

  test('may be taken as soon as they are gone, while others are looked for still', () => {
    const tracks = new FaceTracks()
    for (let atMs = 0; atMs <= 2_000; atMs += 400) tracks.see(atMs, atMs <= 0 ? [at(0.1), at(0.8)] : [at(0.8)])
    expect(foundProposals(tracks.all, true).map(({ isOpen }) => isOpen)).toEqual([false, true])
    expect(foundProposals(tracks.all).map(({ isOpen }) => isOpen)).toEqual([false, false])
  })

  test('become an area each that the service takes, which is with the face from before it is seen until after', () => {
    const tracks = new FaceTracks()
    for (let step = 0; step < 10; step += 1) tracks.see(2_000 + step * 400, [at(0.1 + step * 0.05)])
    const [proposal] = foundProposals(tracks.all)
    if (proposal === undefined) throw new Error('Nothing is proposed')
    expect(proposal).toMatchObject({ kind: 'face', atMs: 2_000 })
    const area = areaOf(proposal, 10_000)
    expect(redactionArea.safeParse(area).success).toBe(true)
    expect(area).toMatchObject({ form: 'ellipse', fromMs: 1_000, toMs: 6_600 })
    // It walks straight on: where it was first and last says all.
    expect(area.moments.map(({ atMs }) => atMs)).toEqual([2_000, 5_600])
    // Between two looks it is where the face is on its way.
    const between = boxAt(area, 2_600)
    expect((between?.x ?? 0) + (between?.width ?? 0) / 2).toBeCloseTo(0.1 + 0.075 + 0.05, 2)
    expect(between?.width).toBeCloseTo(0.13, 2)
    expect(boxAt(area, 500)).toBeUndefined()
    expect(shapesNear([proposal], 4_050)).toHaveLength(1)
    expect(shapesNear([proposal], 8_000)).toEqual([])
  })

  test('are covered at every look where they turn, and who sits still for an hour takes no more places than who passes by', () => {
    const tracks = new FaceTracks()
    const placeAt = (atMs: number) => at(0.5 + 0.3 * Math.sin(atMs / 6_000))
    for (let atMs = 0; atMs <= 60_000; atMs += 400) tracks.see(atMs, [placeAt(atMs)])
    const [turning] = foundProposals(tracks.all)
    const area = areaOf(turning ?? expect.unreachable(), 60_000)
    expect(area.moments.length).toBeLessThan(100)
    for (let atMs = 0; atMs <= 60_000; atMs += 400) {
      const { x, width } = placeAt(atMs).box
      const covered = boxAt(area, atMs) ?? expect.unreachable()
      expect(covered.x).toBeLessThanOrEqual(x)
      expect(covered.x + covered.width).toBeGreaterThanOrEqual(x + width)
    }
    const seated = new FaceTracks()
    for (let atMs = 0; atMs <= 3_600_000; atMs += 400) seated.see(atMs, [at(0.5 + 0.001 * Math.sin(atMs))])
    const [still] = foundProposals(seated.all)
    expect(areaOf(still ?? expect.unreachable(), 3_600_000).moments).toHaveLength(2)
  })

  test('are proposed anew by another search, whatever was accepted of the one before', () => {
    const [one, other] = [new FaceTracks(), new FaceTracks()]
    for (const tracks of [one, other]) tracks.see(0, [at(0.5)])
    expect(one.all[0]?.id).not.toBe(other.all[0]?.id)
  })
})
