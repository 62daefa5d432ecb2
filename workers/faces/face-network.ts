import type { Picture } from '#contract/faces-api.ts'
import { CELLS, LANES, type Loops } from './loops.ts'

/** Where the channels of a grid of cells lie. Around it is a ring of cells, beyond the picture, so that each cell has eight neighbours. */
interface Plane {
  /** Where the first cell of the ring is. */
  place: number
  rows: number
  columns: number
  channels: number
}

/** Channels that go into each layer and come out of it: of those that look at one cell alone, and of those (`near`) that look around in one channel. */
const layers = [
  point(32, 16),
  ...pair(16, 16),
  ...pair(16, 16),
  ...pair(16, 32),
  ...pair(32, 32),
  ...pair(32, 64),
  ...Array.from({ length: 9 }, () => pair(64, 64)).flat(),
  ...[1, 4, 1, 10].flatMap((out) => Array.from({ length: 3 }, () => pair(64, out)).flat()),
] as const
/** The first layers that say, of each of the three planes, whether it is a face, where, and whether it is anything. */
const heads = [29, 35, 41] as const

interface Layer {
  into: number
  out: number
  isNear: boolean
}
function point(into: number, out: number): Layer {
  return { into, out, isNear: false }
}
function pair(into: number, out: number): [Layer, Layer] {
  return [point(into, out), { into: out, out, isNear: true }]
}

/** `weights` as they came: of each channel that goes out those of the channels that go in, or of each of the nine cells those of the channels. */
interface Numbers extends Layer {
  weights: Float32Array
  biases: Float32Array
}

/** A layer as the loops want it: where its numbers lie. */
interface Filter {
  into: number
  out: number
  weights: number
  biases: number
}

/** What the network says of one place: how sure it is, and where the face would be, in points of the picture. */
export interface Seen {
  sureness: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Sides of a picture are taken for multiples of this. */
const STEP = 32
/** Points to a cell, of the three planes that are looked at for small, middle and large faces. */
const strides = [8, 16, 32] as const
/** Channels of these planes. */
const WIDE = 64
/** Channels of the picture as the first layer looks at it: three of each of nine points, and as many zeros as make it even. */
const TAPS = 32

/**
 * YuNet, a network of 53,184 numbers that finds faces from about ten points wide on (Wu, Peng, Yu: “YuNet: A Tiny Millisecond-level Face Detector”,
 * 2023). `workers/faces/README.md` says where its numbers are from.
 */
export class FaceNetwork {
  readonly #loops: Loops
  readonly #first: Filter
  readonly #pairs = new Map<number, [Filter, Filter]>()
  readonly #heads: [Filter, Filter][]
  #floats: Float32Array
  /** How many floats are taken for good. */
  #kept = 0

  /** `numbers`: of each layer its weights, then its biases. Throws when they are not those of this network. */
  constructor(numbers: Float32Array, loops: Loops) {
    let at = 0
    const take = (count: number) => numbers.subarray(at, (at += count))
    const all = layers.map((layer): Numbers => {
      const { into, out, isNear } = layer
      return { ...layer, weights: take(isNear ? 9 * out : into * out), biases: take(out) }
    })
    if (at !== numbers.length) throw new Error(`The network has ${at} numbers, not ${numbers.length}.`)
    this.#loops = loops
    // Twice as much as they are has room for all of them, with what makes each a multiple of eight.
    this.#floats = loops.reserve(2 * numbers.length)
    const kept = (...indices: readonly number[]) => this.#keep(indices.map((index) => all[index] as Numbers))
    this.#first = kept(0)
    for (let index = 1; index < heads[0]; index += 2) this.#pairs.set(index, [kept(index), kept(index + 1)])
    this.#heads = strides.map((_, level) => {
      const ofLevel = heads.map((first) => first + 2 * level)
      return [kept(...ofLevel), kept(...ofLevel.map((index) => index + 1))]
    })
  }

  /** Lays out the numbers of layers that look at the same planes: what comes out of them lies side by side. */
  #keep(beside: readonly Numbers[]): Filter {
    const [{ into, isNear }] = beside as [Numbers]
    const out = Math.ceil(beside.reduce((sum, one) => sum + one.out, 0) / LANES) * LANES
    const filter = { into, out, weights: this.#kept, biases: this.#kept + (isNear ? 9 : into) * out }
    this.#kept = filter.biases + out
    let first = 0
    for (const { out: channels, weights, biases } of beside) {
      for (let channel = 0; channel < channels; channel += 1) {
        const target = first + channel
        this.#floats[filter.biases + target] = biases[channel] as number
        if (isNear)
          for (let tap = 0; tap < 9; tap += 1)
            this.#floats[filter.weights + tap * out + target] = weights[tap * channels + channel] as number
        else
          for (let source = 0; source < into; source += 1) {
            const group = target % LANES
            this.#floats[filter.weights + (target - group) * into + source * LANES + group] = weights[channel * into + source] as number
          }
      }
      first += channels
    }
    return filter
  }

  /** Every place at which a face may be, the same face at several of them. */
  look(picture: Picture, leastSureness: number): Seen[] {
    const [rows, columns] = [picture.height, picture.width].map((side) => (Math.ceil(side / STEP) * STEP) / 2) as [number, number]
    const places = this.#placesFor(rows, columns)
    const whole = this.#gathered(picture, { place: places.scratch, rows, columns, channels: TAPS })
    const pairOf = (plane: Plane, first: number) => this.#pair(plane, places.scratch, this.#pairs.get(first) as [Filter, Filter], 0)
    const unit = (plane: Plane, first: number) => pairOf(pairOf(plane, first), first + 2)
    const half = this.#halved(pairOf(this.#pointwise(whole, places.whole, this.#first, 0), 1), places.half)
    const small = unit(this.#halved(unit(unit(half, 3), 7), places.small), 11)
    const middle = unit(this.#halved(small, places.middle), 15)
    const large = pairOf(unit(this.#halved(middle, places.large), 19), 27)
    pairOf(this.#addDoubled(middle, large), 25)
    pairOf(this.#addDoubled(small, middle), 23)
    return [small, middle, large].flatMap((plane, level) => {
      const told = this.#pair(plane, places.scratch, this.#heads[level] as [Filter, Filter], Number.NEGATIVE_INFINITY)
      return this.#placesIn(told, strides[level] as number, leastSureness)
    })
  }

  /** Room for all planes of a picture: those that are there at the same time lie in different places. */
  #placesFor(rows: number, columns: number) {
    let at = this.#kept
    const size = (shrink: number, channels: number) => ((rows / shrink + 2) * (columns / shrink + 2) + CELLS) * channels
    const room = (floats: number) => (at += floats) - floats
    const places = {
      whole: room(size(1, 16)),
      half: room(size(2, WIDE)),
      small: room(size(4, WIDE)),
      middle: room(size(8, WIDE)),
      large: room(size(16, WIDE)),
      scratch: room(Math.max(size(1, TAPS), size(2, WIDE))),
    }
    this.#floats = this.#loops.reserve(at)
    return places
  }

  /** Each cell by itself, then among its neighbours. It takes the place of what it is made from. */
  #pair(plane: Plane, scratch: number, [points, around]: [Filter, Filter], least: number): Plane {
    const from = this.#pointwise(plane, scratch, points, Number.NEGATIVE_INFINITY)
    this.#clearRing(from)
    const to = { ...plane, channels: around.out }
    const row = rowOf(from)
    for (let index = 1; index <= from.rows; index += 1) {
      const [source, target] = [from, to].map(({ place }) => place + index * row + around.out) as [number, number]
      const { weights, biases } = around
      this.#loops.near({ from: source, to: target, weights, biases, cells: from.columns, least, channels: around.out, row })
    }
    return to
  }

  /** Also the ring around, of which nothing is wanted: what comes of that is nothing either. */
  #pointwise(plane: Plane, place: number, { weights, biases, into, out }: Filter, least: number): Plane {
    const cells = (plane.rows + 2) * (plane.columns + 2)
    this.#loops.pointwise({ from: plane.place, to: place, weights, biases, cells, least, into, out })
    return { ...plane, place, channels: out }
  }

  #clearRing(plane: Plane): void {
    const { place, rows, channels } = plane
    const row = rowOf(plane)
    const last = place + (rows + 1) * row
    this.#floats.fill(0, place, place + row + channels)
    // The last cell of a row and the first of the next.
    for (let index = 2; index <= rows; index += 1) this.#floats.fill(0, place + index * row - channels, place + index * row + channels)
    this.#floats.fill(0, last - channels, last + row)
  }

  /** Of each second point in both directions the nine around it, blue, green and red: what the first layer looks at. */
  #gathered({ data, width, height }: Picture, plane: Plane): Plane {
    const floats = this.#floats
    for (let row = 0; row < plane.rows; row += 1)
      for (let column = 0; column < plane.columns; column += 1) {
        let to = cellOf(plane, row, column)
        for (let y = row * 2 - 1; y < row * 2 + 2; y += 1)
          for (let x = column * 2 - 1; x < column * 2 + 2; x += 1, to += 3) {
            const isInside = y >= 0 && y < height && x >= 0 && x < width
            const from = (y * width + x) * 4
            floats[to] = isInside ? (data[from + 2] as number) : 0
            floats[to + 1] = isInside ? (data[from + 1] as number) : 0
            floats[to + 2] = isInside ? (data[from] as number) : 0
          }
        floats.fill(0, to, to + TAPS - 27)
      }
    return plane
  }

  /** Of each four cells the largest of each channel. */
  #halved(from: Plane, place: number): Plane {
    const floats = this.#floats
    const to = { ...from, place, rows: from.rows / 2, columns: from.columns / 2 }
    const { channels } = from
    const below = rowOf(from)
    for (let row = 0; row < to.rows; row += 1)
      for (let column = 0; column < to.columns; column += 1) {
        const [target, source] = [cellOf(to, row, column), cellOf(from, row * 2, column * 2)]
        for (let channel = 0; channel < channels; channel += 1) {
          const first = source + channel
          floats[target + channel] = Math.max(
            floats[first] as number,
            floats[first + channels] as number,
            floats[first + below] as number,
            floats[first + below + channels] as number,
          )
        }
      }
    return to
  }

  /** Adds to each four cells the one that stands for them in a plane of half the size. */
  #addDoubled(plane: Plane, half: Plane): Plane {
    const floats = this.#floats
    for (let row = 0; row < plane.rows; row += 1)
      for (let column = 0; column < plane.columns; column += 1) {
        const [target, source] = [cellOf(plane, row, column), cellOf(half, row >> 1, column >> 1)]
        for (let channel = 0; channel < plane.channels; channel += 1)
          floats[target + channel] = (floats[target + channel] as number) + (floats[source + channel] as number)
      }
    return plane
  }

  /** What is told of each cell: whether it is a face, where from there, in cells, and how large, and whether it is anything. */
  #placesIn(told: Plane, stride: number, leastSureness: number): Seen[] {
    const found: Seen[] = []
    for (let row = 0; row < told.rows; row += 1)
      for (let column = 0; column < told.columns; column += 1) {
        const at = cellOf(told, row, column)
        const [kind, x, y, width, height, thing] = this.#floats.subarray(at, at + 6) as unknown as [
          number,
          number,
          number,
          number,
          number,
          number,
        ]
        const sureness = Math.sqrt(share(kind) * share(thing))
        if (sureness < leastSureness) continue
        const [middleX, middleY] = [(column + x) * stride, (row + y) * stride]
        const [halfWidth, halfHeight] = [(Math.exp(width) * stride) / 2, (Math.exp(height) * stride) / 2]
        found.push({
          sureness,
          left: middleX - halfWidth,
          top: middleY - halfHeight,
          right: middleX + halfWidth,
          bottom: middleY + halfHeight,
        })
      }
    return found
  }
}

const share = (value: number) => 1 / (1 + Math.exp(-value))

/** From one row of cells to the next. */
const rowOf = ({ columns, channels }: Plane) => (columns + 2) * channels

const cellOf = (plane: Plane, row: number, column: number) => plane.place + (row + 1) * rowOf(plane) + (column + 1) * plane.channels
