/** The groups of pictures of most cameras last no longer: one of them holds nothing up for long. */
const USUAL_MS = 2_000
/** A longer one has this long to get through, with what is filmed meanwhile. */
const LONGEST_MS = 10_000
/** So much may wait besides. */
const SLACK_BYTES = 256 * 1024

/**
 * Follows the long group of pictures with which a stream begins whose key frames are far apart. It may be twenty seconds of video, which wait for any line for
 * seconds, and what is filmed meanwhile behind them: that is no sign of a line that is too thin, and to leave the rest out until the next key frame would let
 * the window stand still for as long again.
 */
export class CatchUp {
  #begun: { atMs: number; bytes: number } | undefined

  /** A group that lasts so long has been sent, and so much waits for the link with it. */
  begin(lastsMs: number, waitingBytes: number, nowMs: number): void {
    if (lastsMs > USUAL_MS) this.#begun = { atMs: nowMs, bytes: waitingBytes }
  }

  /** Whether what waits is such a group still, and gets through in time. */
  goesOn(waitingBytes: number, nowMs: number): boolean {
    if (this.#begun === undefined) return false
    const { atMs, bytes } = this.#begun
    const left = 1 - (nowMs - atMs) / LONGEST_MS
    if (left > 0 && waitingBytes <= bytes * left + SLACK_BYTES) return true
    this.#begun = undefined
    return false
  }
}
