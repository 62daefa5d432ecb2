/**
 * What all the time of the network goes into, over cells that lie one behind the other in `floats`, each with a multiple of eight channels. Places are
 * counted in floats.
 */
export interface Loops {
  /** All that is looked at and written, with room for so many floats from now on; what was read from here before is not to be used any more. */
  reserve(count: number): Float32Array
  /** Of each cell every channel that goes out: the sum of those that go in. Cells are taken by four: up to three behind the last are written, too. */
  pointwise(sums: Sums & { into: number; out: number }): void
  /** Of each cell every channel: the sum of that channel in the nine cells around. From one row of cells to the next it is `row` floats. */
  near(sums: Sums & { channels: number; row: number }): void
}

/** `weights`, `biases`: as `FaceNetwork` lays them out. `least`: what is less is taken for that. */
interface Sums {
  from: number
  to: number
  weights: number
  biases: number
  cells: number
  least: number
}

/** Channels that are summed up at once. */
export const LANES = 8
/** Cells that are summed up at once. */
export const CELLS = 4

/** In plain JavaScript, for where WebAssembly may not run. */
export class PlainLoops implements Loops {
  #floats = new Float32Array(0)

  reserve(count: number): Float32Array {
    if (this.#floats.length < count) {
      const larger = new Float32Array(count)
      larger.set(this.#floats)
      this.#floats = larger
    }
    return this.#floats
  }

  pointwise({ from, to, weights, biases, cells, least, into, out }: Parameters<Loops['pointwise']>[0]): void {
    const floats = this.#floats
    for (let cell = 0; cell < cells; cell += 1)
      for (let channel = 0; channel < out; channel += 4) {
        const group = channel % LANES
        const [bias, target] = [biases + channel, to + cell * out + channel]
        let one = floats[bias] as number
        let two = floats[bias + 1] as number
        let three = floats[bias + 2] as number
        let four = floats[bias + 3] as number
        let [source, weight] = [from + cell * into, weights + (channel - group) * into + group]
        for (const end = source + into; source < end; source += 1, weight += LANES) {
          const input = floats[source] as number
          one += input * (floats[weight] as number)
          two += input * (floats[weight + 1] as number)
          three += input * (floats[weight + 2] as number)
          four += input * (floats[weight + 3] as number)
        }
        floats[target] = Math.max(one, least)
        floats[target + 1] = Math.max(two, least)
        floats[target + 2] = Math.max(three, least)
        floats[target + 3] = Math.max(four, least)
      }
  }

  near({ from, to, weights, biases, cells, least, channels, row }: Parameters<Loops['near']>[0]): void {
    const floats = this.#floats
    for (let cell = 0; cell < cells; cell += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = floats[biases + channel] as number
        let [source, weight] = [from + (cell - 1) * channels + channel - row, weights + channel]
        for (let down = 0; down < 3; down += 1, source += row, weight += 3 * channels)
          sum +=
            (floats[source] as number) * (floats[weight] as number) +
            (floats[source + channels] as number) * (floats[weight + channels] as number) +
            (floats[source + 2 * channels] as number) * (floats[weight + 2 * channels] as number)
        floats[to + cell * channels + channel] = Math.max(sum, least)
      }
  }
}
