/**
 * Reads the bits of a NAL unit's payload, skipping emulation prevention bytes (ITU-T H.264 §7.3.1).
 * Past the end it throws a RangeError: parsers catch it once, at their door.
 */
export class BitReader {
  readonly #bytes: Uint8Array
  #at: number
  #bit = 0
  #zeros = 0

  constructor(bytes: Uint8Array, start = 0) {
    this.#bytes = bytes
    this.#at = start
  }

  bit(): number {
    if (this.#bit === 0 && this.#zeros >= 2 && this.#bytes[this.#at] === 3) {
      this.#at++
      this.#zeros = 0
    }
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new RangeError('past the end of the NAL unit')
    const value = (byte >> (7 - this.#bit)) & 1
    this.#bit = (this.#bit + 1) & 7
    if (this.#bit === 0) {
      this.#at++
      this.#zeros = byte === 0 ? this.#zeros + 1 : 0
    }
    return value
  }

  /** An unsigned number of up to 32 bits. */
  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + this.bit()
    return value
  }

  flag(): boolean {
    return this.bit() === 1
  }

  /** ue(v), ITU-T H.264 §9.1 */
  unsigned(): number {
    let zeros = 0
    while (this.bit() === 0) if (++zeros > 31) throw new RangeError('no Exp-Golomb code')
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  /** se(v), ITU-T H.264 §9.1.1 */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2
  }
}
