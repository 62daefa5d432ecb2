import { CELLS, LANES, type Loops } from './loops.ts'
import {
  addFour,
  advance,
  fourOf,
  get,
  isBelow,
  largerOfFour,
  load,
  loadOne,
  Locals,
  minus,
  moduleOf,
  plus,
  repeatWhile,
  set,
  store,
  times,
  timesFour,
  whole,
  type Code,
  type Procedure,
} from './wasm-code.ts'

const PAGE_BYTES = 65_536
const FLOAT_BYTES = 4
/** Floats that one instruction works on. */
const FOUR = 4
const FOUR_BYTES = FOUR * FLOAT_BYTES
/** Channels that one round of the inmost loop takes in. */
const STEP = 4
const range = (length: number) => Array.from({ length }, (_, index) => index)
const bytesOf = (count: Code) => times(count, whole(FLOAT_BYTES))

/** What both are given: four places in memory, three numbers, and the least that comes out. */
function given() {
  const locals = new Locals('i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'f32')
  return { locals, number: () => locals.take('i32'), four: () => locals.take('v128') }
}
type Run = (from: number, to: number, weights: number, biases: number, count: number, one: number, other: number, least: number) => void

/**
 * Eight channels of four cells are summed up at once: the sums stay in registers, and each weight is read once for all four cells. `blocks`: how many
 * times four cells there are.
 */
function pointwise(): Procedure {
  const { locals, number, four } = given()
  const [from, to, weights, biases, blocks, into, out, least] = [0, 1, 2, 3, 4, 5, 6, 7]
  const [weight, bias, end, target, left] = [number(), number(), number(), number(), number()]
  const [floor, one, other, input] = [four(), four(), four(), four()]
  const cells = range(CELLS).map((cell) => {
    const ofCell = (count: number) => times(bytesOf(get(count)), whole(cell))
    return { source: number(), sums: [four(), four()], ofCell }
  })
  const sources = cells.map(({ source }) => source)
  const addTo = (sum: number, by: number) => set(sum, addFour(get(sum), timesFour(get(input), get(by))))
  const step = range(STEP).flatMap((index) => [
    ...[one, other].flatMap((half, at) => set(half, load(get(weight), index * LANES * FLOAT_BYTES + at * FOUR_BYTES))),
    ...cells.flatMap(({ source, sums }) => [
      ...set(input, loadOne(get(source), index * FLOAT_BYTES)),
      ...sums.flatMap((sum, at) => addTo(sum, at === 0 ? one : other)),
    ]),
  ])
  const group = [
    ...cells.flatMap(({ sums }) => sums.flatMap((sum, at) => set(sum, load(get(bias), at * FOUR_BYTES)))),
    ...cells.flatMap(({ source, ofCell }) => set(source, plus(get(from), ofCell(into)))),
    ...set(end, plus(get(from), bytesOf(get(into)))),
    ...repeatWhile(
      isBelow(get(sources[0] as number), get(end)),
      step,
      advance(weight, whole(STEP * LANES * FLOAT_BYTES)),
      ...sources.map((source) => advance(source, whole(STEP * FLOAT_BYTES))),
    ),
    ...cells.flatMap(({ sums, ofCell }) =>
      sums.flatMap((sum, at) => store(plus(get(target), ofCell(out)), largerOfFour(get(sum), get(floor)), at * FOUR_BYTES)),
    ),
  ]
  const body = [
    ...set(floor, fourOf(get(least))),
    ...repeatWhile(
      get(blocks),
      set(weight, get(weights)),
      set(bias, get(biases)),
      set(target, get(to)),
      set(left, get(out)),
      repeatWhile(
        get(left),
        group,
        advance(bias, whole(LANES * FLOAT_BYTES)),
        advance(target, whole(LANES * FLOAT_BYTES)),
        set(left, minus(get(left), whole(LANES))),
      ),
      advance(from, times(bytesOf(get(into)), whole(CELLS))),
      advance(to, times(bytesOf(get(out)), whole(CELLS))),
      set(blocks, minus(get(blocks), whole(1))),
    ),
  ]
  return { name: 'pointwise', locals, body }
}

/** Four channels are gone through from the first cell to the last, so that their nine weights stay in registers. */
function near(): Procedure {
  const { locals, number, four } = given()
  const [from, to, weights, biases, cells, channels, row, least] = [0, 1, 2, 3, 4, 5, 6, 7]
  const [channelsLeft, source, target, left, tap, cell] = [number(), number(), number(), number(), number(), number()]
  const [floor, sum, bias] = [four(), four(), four()]
  const taps = range(9).map((index) => ({ weight: four(), down: Math.floor(index / 3), across: index % 3, index }))
  const body = [
    ...set(floor, fourOf(get(least))),
    ...set(cell, bytesOf(get(channels))),
    ...set(row, bytesOf(get(row))),
    ...set(channelsLeft, get(channels)),
    ...repeatWhile(
      get(channelsLeft),
      ...taps.map(({ weight, index }) => set(weight, load(plus(get(weights), times(get(cell), whole(index)))))),
      set(bias, load(get(biases))),
      set(source, minus(minus(get(from), get(row)), get(cell))),
      set(target, get(to)),
      set(left, get(cells)),
      repeatWhile(
        get(left),
        set(sum, get(bias)),
        set(tap, get(source)),
        ...taps.flatMap(({ weight, down, across }) => [
          across === 0 && down > 0 ? advance(tap, get(row)) : [],
          set(sum, addFour(get(sum), timesFour(load(plus(get(tap), times(get(cell), whole(across)))), get(weight)))),
        ]),
        store(get(target), largerOfFour(get(sum), get(floor))),
        advance(source, get(cell)),
        advance(target, get(cell)),
        set(left, minus(get(left), whole(1))),
      ),
      ...[from, to, weights, biases].map((pointer) => advance(pointer, whole(FOUR_BYTES))),
      set(channelsLeft, minus(get(channelsLeft), whole(FOUR))),
    ),
  ]
  return { name: 'near', locals, body }
}

/** Written for a machine that works on four floats at once (WebAssembly's SIMD). */
export class WasmLoops implements Loops {
  readonly #memory: WebAssembly.Memory
  readonly #pointwise: Run
  readonly #near: Run

  private constructor(memory: WebAssembly.Memory, exported: WebAssembly.Exports) {
    this.#memory = memory
    this.#pointwise = exported['pointwise'] as Run
    this.#near = exported['near'] as Run
  }

  /** Throws where WebAssembly, or what of it is used, may not run. */
  static async load(): Promise<WasmLoops> {
    const memory = new WebAssembly.Memory({ initial: 1 })
    const { instance } = await WebAssembly.instantiate(moduleOf([pointwise(), near()]), { host: { memory } })
    return new WasmLoops(memory, instance.exports)
  }

  reserve(count: number): Float32Array {
    const missing = Math.ceil((count * FLOAT_BYTES - this.#memory.buffer.byteLength) / PAGE_BYTES)
    if (missing > 0) this.#memory.grow(missing)
    return new Float32Array(this.#memory.buffer)
  }

  pointwise({ from, to, weights, biases, cells, least, into, out }: Parameters<Loops['pointwise']>[0]): void {
    // Its loops look behind each round only whether there is another one.
    if (cells > 0) this.#pointwise(...bytes(from, to, weights, biases), Math.ceil(cells / CELLS), into, out, least)
  }

  near({ from, to, weights, biases, cells, least, channels, row }: Parameters<Loops['near']>[0]): void {
    if (cells > 0) this.#near(...bytes(from, to, weights, biases), cells, channels, row, least)
  }
}

function bytes(...places: [number, number, number, number]): [number, number, number, number] {
  return places.map((place) => place * FLOAT_BYTES) as [number, number, number, number]
}
