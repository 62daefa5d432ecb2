/** Random numbers that are the same on every run (mulberry32), for tests that try many odd inputs. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let at = 0; at < length; at++) bytes[at] = this.below(256)
    return bytes
  }

  /** A copy with some bytes changed, cut out, doubled, or the end missing. */
  mutate(bytes: Uint8Array): Buffer {
    let result = Buffer.from(bytes)
    for (let times = 1 + this.below(4); times > 0 && result.length > 0; times--) {
      const at = this.below(result.length)
      const end = Math.min(at + 1 + this.below(16), result.length)
      const kind = this.below(4)
      if (kind === 0) result[at] = this.below(256)
      else if (kind === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(end)])
      else if (kind === 2) result = Buffer.concat([result.subarray(0, end), result.subarray(at)])
      else result = result.subarray(0, at)
    }
    return result
  }
}
