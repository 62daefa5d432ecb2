import { setTimeout as pause } from 'node:timers/promises'

/** What a line hands on in one piece: small enough for what comes out to flow, and no less than timers can tell apart. */
const PIECE_BYTES = 4_096
const PIECE_S = 0.004

/** A line that carries so many bytes a second and no more, for all that share it. It keeps nothing: whoever sends waits for it. */
export class ThinLine {
  bytesPerS = Number.POSITIVE_INFINITY
  #freeAtMs = 0

  /** Resolves when all of it has come out at the other end. */
  async carry(chunk: Buffer, deliver: (piece: Buffer) => void): Promise<void> {
    if (this.bytesPerS === Number.POSITIVE_INFINITY) return deliver(chunk)
    const pieceBytes = Math.max(PIECE_BYTES, Math.round(this.bytesPerS * PIECE_S))
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      const nowMs = performance.now()
      this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + (piece.byteLength / this.bytesPerS) * 1_000
      if (this.#freeAtMs - nowMs > 1) await pause(this.#freeAtMs - nowMs)
      deliver(piece)
    }
  }
}
