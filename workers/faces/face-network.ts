import type { Picture } from '#contract/faces-api.ts'

/** What lies in a grid of cells, channel after channel within each. */
interface Plane {
  data: Float32Array
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

interface Filter extends Layer {
  weights: Float32Array
  biases: Float32Array
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

/**
 * YuNet, a network of 53,184 numbers that finds faces from about ten points wide on (Wu, Peng, Yu: “YuNet: A Tiny Millisecond-level Face Detector”,
 * 2023). `workers/faces/README.md` says where its numbers are from.
 */
export class FaceNetwork {
  readonly #filters: Filter[]

  /** `numbers`: of each layer its weights, then its biases. Throws when they are not those of this network. */
  constructor(numbers: Float32Array) {
    let at = 0
    const take = (count: number) => numbers.subarray(at, (at += count))
    this.#filters = layers.map((layer) => {
      const { into, out, isNear } = layer
      return { ...layer, weights: take(isNear ? 9 * out : into * out), biases: take(out) }
    })
    if (at !== numbers.length) throw new Error(`The network has ${at} numbers, not ${numbers.length}.`)
  }

  /** Every place at which a face may be, the same face at several of them. */
  look(picture: Picture, leastSureness: number): Seen[] {
    const unit = (from: Plane, first: number) => this.#pair(this.#pair(from, first), first + 2)
    let plane = relu(pointwise(gathered(picture), this.#filter(0)))
    plane = halved(this.#pair(plane, 1))
    plane = unit(unit(plane, 3), 7)
    const small = unit(halved(plane), 11)
    const middle = unit(halved(small), 15)
    const large = this.#pair(unit(halved(middle), 19), 27)
    const middleToo = this.#pair(added(doubled(large), middle), 25)
    const smallToo = this.#pair(added(doubled(middleToo), small), 23)
    return [smallToo, middleToo, large].flatMap((features, level) => {
      const head = (first: number) => this.#pair(features, first + 2 * level, false)
      return placesIn({ kind: head(29), box: head(35), thing: head(41), stride: strides[level] ?? STEP }, leastSureness)
    })
  }

  #pair(from: Plane, first: number, isCut = true): Plane {
    const out = near(pointwise(from, this.#filter(first)), this.#filter(first + 1))
    return isCut ? relu(out) : out
  }

  #filter(index: number): Filter {
    const filter = this.#filters[index]
    if (filter === undefined) throw new Error(`There is no layer ${index}.`)
    return filter
  }
}

function placesIn({ kind, box, thing, stride }: { kind: Plane; box: Plane; thing: Plane; stride: number }, leastSureness: number): Seen[] {
  const found: Seen[] = []
  for (let cell = 0; cell < kind.rows * kind.columns; cell += 1) {
    const sureness = Math.sqrt(share(kind.data[cell]) * share(thing.data[cell]))
    if (sureness < leastSureness) continue
    const [x = 0, y = 0, width = 0, height = 0] = box.data.subarray(cell * 4, cell * 4 + 4)
    const [middleX, middleY] = [((cell % kind.columns) + x) * stride, (Math.floor(cell / kind.columns) + y) * stride]
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

const share = (value = 0) => 1 / (1 + Math.exp(-value))

/** Of each second point in both directions the nine around it, blue, green and red: what the first layer looks at. */
function gathered({ data, width, height }: Picture): Plane {
  const [rows, columns] = [height, width].map((side) => (Math.ceil(side / STEP) * STEP) / 2) as [number, number]
  const plane = planeOf(rows, columns, 32)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let tap = 0; tap < 9; tap += 1) {
        const [y, x] = [row * 2 + Math.floor(tap / 3) - 1, column * 2 + (tap % 3) - 1]
        if (y < 0 || y >= height || x < 0 || x >= width) continue
        const [from, to] = [(y * width + x) * 4, (row * columns + column) * 32 + tap * 3]
        for (let colour = 0; colour < 3; colour += 1) plane.data[to + colour] = data[from + 2 - colour] ?? 0
      }
  return plane
}

function planeOf(rows: number, columns: number, channels: number): Plane {
  return { data: new Float32Array(rows * columns * channels), rows, columns, channels }
}

// The loops below are gone through some hundred million times for a picture: they are written for that.

function pointwise(from: Plane, { into, out, weights, biases }: Filter): Plane {
  const to = planeOf(from.rows, from.columns, out)
  const [source, target] = [from.data, to.data]
  const cells = from.rows * from.columns
  for (let cell = 0; cell < cells; cell += 1) {
    const start = cell * into
    for (let channel = 0, row = 0; channel < out; channel += 1, row += into) {
      // Four sums that do not wait for each other: the channels are always a multiple of that.
      let [one, two, three, four] = [biases[channel] as number, 0, 0, 0]
      for (let index = 0; index < into; index += 4) {
        one += (source[start + index] as number) * (weights[row + index] as number)
        two += (source[start + index + 1] as number) * (weights[row + index + 1] as number)
        three += (source[start + index + 2] as number) * (weights[row + index + 2] as number)
        four += (source[start + index + 3] as number) * (weights[row + index + 3] as number)
      }
      target[cell * out + channel] = one + two + three + four
    }
  }
  return to
}

function near(from: Plane, { out, weights, biases }: Filter): Plane {
  const { rows, columns } = from
  const to = planeOf(rows, columns, out)
  const [source, target] = [from.data, to.data]
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const start = (row * columns + column) * out
      target.set(biases, start)
      for (let tap = 0; tap < 9; tap += 1) {
        const [y, x] = [row + Math.floor(tap / 3) - 1, column + (tap % 3) - 1]
        if (y < 0 || y >= rows || x < 0 || x >= columns) continue
        const [cell, weight] = [(y * columns + x) * out, tap * out]
        for (let channel = 0; channel < out; channel += 1)
          target[start + channel] =
            (target[start + channel] as number) + (source[cell + channel] as number) * (weights[weight + channel] as number)
      }
    }
  return to
}

function relu(plane: Plane): Plane {
  const { data } = plane
  for (let index = 0; index < data.length; index += 1) if ((data[index] as number) < 0) data[index] = 0
  return plane
}

/** Of each four cells the largest of each channel. */
function halved(from: Plane): Plane {
  const { columns, channels, data } = from
  const to = planeOf(from.rows / 2, columns / 2, channels)
  for (let row = 0; row < to.rows; row += 1)
    for (let column = 0; column < to.columns; column += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        const first = (row * 2 * columns + column * 2) * channels + channel
        const below = first + columns * channels
        to.data[(row * to.columns + column) * channels + channel] = Math.max(
          data[first] as number,
          data[first + channels] as number,
          data[below] as number,
          data[below + channels] as number,
        )
      }
  return to
}

function doubled(from: Plane): Plane {
  const { channels } = from
  const to = planeOf(from.rows * 2, from.columns * 2, channels)
  for (let row = 0; row < to.rows; row += 1)
    for (let column = 0; column < to.columns; column += 1) {
      const source = (Math.floor(row / 2) * from.columns + Math.floor(column / 2)) * channels
      to.data.set(from.data.subarray(source, source + channels), (row * to.columns + column) * channels)
    }
  return to
}

function added(one: Plane, other: Plane): Plane {
  for (let index = 0; index < one.data.length; index += 1) one.data[index] = (one.data[index] as number) + (other.data[index] as number)
  return one
}
