/** A mark is sent behind so many bytes at the latest: what a thin line carries in a few seconds, so that it is heard to live. */
export const MARKED_BYTES = 16 * 1024
/** Of what may be on the way there are as many marks, but for those of which a thin line would carry little else. */
const MARKS = 8
const LEAST_MARKED_BYTES = 2 * 1024
/** What is on the way before anything is known of a line. */
const FIRST_BYTES = 64 * 1024
/** A line of 100 Mbit/s, round half the world, is full with it. */
const MOST_BYTES = 2_000_000
/** What comes behind waits so much longer than the way itself takes, and no more. */
const WAIT_MS = 300
/**
 * Marks that do not come back for so long are swallowed by a box on the way, where nothing waits on this side of it: longer than a line of 64 kbit/s has
 * to do with the first key frame.
 */
const SILENT_MS = 8_000
/** So many of them are kept, in case that they come after all. */
const KEPT_MARKS = 64

interface Mark {
  id: number
  sentMs: number
  /** Bytes up to it, from the first on. */
  untilBytes: number
  /** Bytes that were on the way as it left, up to it. */
  underWayBytes: number
}

/**
 * How much may be on its way to a viewer at once. What a socket takes says nothing of that: the system and boxes on the way keep megabytes, which a
 * thin line carries for minutes, while pings, answers and live pictures wait behind them. Pings among what is sent, the marks, come back as the line
 * carries it, and tell how fast that is; as much is on the way then as it carries in a moment.
 */
export class LineWindow {
  readonly #mark: (id: number) => void
  readonly #marks: Mark[] = []
  #lastId = 0
  #sentBytes = 0
  #markedBytes = 0
  #arrivedBytes = 0
  /** Bytes of which nobody says that they have arrived, and that are taken for it. */
  #takenBytes = 0
  #answeredMs = Number.NEGATIVE_INFINITY
  #windowBytes = FIRST_BYTES
  /** How long the way takes when nothing waits on it. */
  #wayMs = Number.POSITIVE_INFINITY

  /** `mark`: sends a ping with this number. */
  constructor(mark: (id: number) => void) {
    this.#mark = mark
  }

  get hasRoom(): boolean {
    return this.#sentBytes - Math.max(this.#arrivedBytes, this.#takenBytes) < this.#windowBytes
  }

  /**
   * The system has taken all that was sent. When no mark has come back for some seconds all of it counts as arrived, until one comes after all: a box
   * that swallows pings does not end what is sent. Answers whether there is room by that.
   */
  drained(nowMs: number): boolean {
    const oldest = this.#marks.find(({ untilBytes }) => untilBytes > this.#takenBytes)
    if (this.hasRoom || oldest === undefined || nowMs - Math.max(oldest.sentMs, this.#answeredMs) < SILENT_MS) return false
    this.#takenBytes = this.#sentBytes
    this.#marks.splice(0, this.#marks.length - KEPT_MARKS)
    // Where none ever came none will, and so little in some seconds is no picture that moves.
    if (this.#wayMs === Number.POSITIVE_INFINITY) this.#windowBytes = Math.min(MOST_BYTES, 2 * this.#windowBytes)
    return true
  }

  /** So many bytes have been sent. */
  sent(bytes: number, nowMs: number): void {
    this.#sentBytes += bytes
    const marked = Math.max(LEAST_MARKED_BYTES, Math.min(MARKED_BYTES, this.#windowBytes / MARKS))
    if (this.#sentBytes - this.#markedBytes < marked) return
    this.#markedBytes = this.#sentBytes
    const underWayBytes = this.#sentBytes - this.#arrivedBytes
    this.#marks.push({ id: ++this.#lastId, sentMs: nowMs, untilBytes: this.#sentBytes, underWayBytes })
    this.#mark(this.#lastId)
  }

  /** A mark has come back, and with it all before. An answer to nothing is passed over. */
  answered(id: number, nowMs: number): void {
    const index = this.#marks.findIndex((mark) => mark.id === id)
    const mark = this.#marks[index]
    if (mark === undefined) return
    this.#marks.splice(0, index + 1)
    this.#takenBytes = 0
    this.#answeredMs = nowMs
    const tookMs = Math.max(1, nowMs - mark.sentMs)
    // With nothing in front of it, it took what the way takes by now, which may be longer than it was once.
    const wasAlone = mark.untilBytes - this.#arrivedBytes === mark.underWayBytes && mark.underWayBytes < 2 * MARKED_BYTES
    this.#wayMs = wasAlone ? tookMs : Math.min(this.#wayMs, tookMs)
    this.#arrivedBytes = mark.untilBytes
    const inTimeBytes = (mark.underWayBytes / tookMs) * (this.#wayMs + WAIT_MS)
    const isLate = tookMs > this.#wayMs + WAIT_MS
    // What was on the way may have been little because little was to be sent: that is no reason for less, and none for much more.
    const windowBytes = isLate ? inTimeBytes : Math.max(this.#windowBytes, Math.min(inTimeBytes, 2 * mark.underWayBytes))
    this.#windowBytes = Math.min(MOST_BYTES, Math.max(MARKED_BYTES, windowBytes))
  }
}
