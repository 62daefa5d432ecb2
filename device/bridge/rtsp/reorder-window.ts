/** A packet that is missing is waited for this long, and while so many others come. */
const PATIENCE_MS = 50
const MOST_WAITING = 64
/** Behind by no more than this a packet is late; by more, the camera counts anew. */
const LATE = 1_024
const HALF = 0x8000

/**
 * Puts RTP packets that overtook each other on the network back in order. What does not come in time is left out, and what comes
 * later than that is thrown away: whoever reads on sees the gap.
 */
export class ReorderWindow {
  readonly #onPacket: (bytes: Buffer) => void
  readonly #waiting = new Map<number, Buffer>()
  #next: number | undefined
  #waitsSinceMs = 0

  constructor(onPacket: (bytes: Buffer) => void) {
    this.#onPacket = onPacket
  }

  /** `bytes` are kept. */
  push(bytes: Buffer, nowMs: number): void {
    if (bytes.length < 4) return
    const sequence = bytes.readUInt16BE(2)
    const ahead = (sequence - (this.#next ?? sequence)) & 0xffff
    if (ahead >= HALF && 0x10000 - ahead <= LATE) return
    if (ahead > 0 && ahead < HALF && this.#waiting.size === 0) this.#waitsSinceMs = nowMs
    if (ahead >= HALF) this.#restartAt(sequence)
    this.#waiting.set(sequence, bytes)
    this.#next ??= sequence
    this.#handOut()
    while (this.#waiting.size > 0 && (this.#waiting.size > MOST_WAITING || nowMs - this.#waitsSinceMs > PATIENCE_MS)) {
      this.#skip()
      this.#handOut()
      this.#waitsSinceMs = nowMs
    }
  }

  #handOut(): void {
    for (let bytes = this.#take(); bytes !== undefined; bytes = this.#take()) this.#onPacket(bytes)
  }

  #take(): Buffer | undefined {
    const sequence = this.#next ?? 0
    const bytes = this.#waiting.get(sequence)
    if (bytes === undefined) return undefined
    this.#waiting.delete(sequence)
    this.#next = (sequence + 1) & 0xffff
    return bytes
  }

  /** Gives up what is missing in front of the first that waits. */
  #skip(): void {
    const next = this.#next ?? 0
    const ahead = [...this.#waiting.keys()].map((sequence) => (sequence - next) & 0xffff)
    this.#next = (next + Math.min(...ahead)) & 0xffff
  }

  #restartAt(sequence: number): void {
    this.#waiting.clear()
    this.#next = sequence
  }
}
