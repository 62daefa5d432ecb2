/** So long, ms, what was asked whether it lives may take to answer. */
const ANSWER_MS = 3_000
/** A stream begins with its largest picture. Nothing is told of a message before all of it is here, and over a thin line that takes as long. */
const BEGINNING_MS = 7_000
/** So long after a stream was asked for its first picture may be under way. */
const BEGINNING_FOR_MS = 10_000
const LONGEST_MS = 60_000
/** A line that was slow may be so again for so long: the next large picture comes with the next key frame. */
const SLOW_FOR_MS = 60_000

/** How long a line that was asked whether it lives may take to answer before it is taken for dead: twice as long as it was seen to need. Times by one clock, ms. */
export class LinePatience {
  #beginningUntilMs = Number.NEGATIVE_INFINITY
  #slowMs = 0
  #slowUntilMs = Number.NEGATIVE_INFINITY

  /** A stream was asked for. */
  began(nowMs: number): void {
    this.#beginningUntilMs = nowMs + BEGINNING_FOR_MS
  }

  /** It took so long, or longer and was given up: a picture that is still larger than the line is patient is to come by the next one. */
  took(ms: number, nowMs: number): void {
    const neededMs = Math.min(2 * ms, LONGEST_MS)
    if (neededMs <= ANSWER_MS) return
    this.#slowMs = nowMs < this.#slowUntilMs ? Math.max(neededMs, this.#slowMs) : neededMs
    this.#slowUntilMs = nowMs + SLOW_FOR_MS
  }

  ms(nowMs: number): number {
    return Math.max(ANSWER_MS, nowMs < this.#beginningUntilMs ? BEGINNING_MS : 0, nowMs < this.#slowUntilMs ? this.#slowMs : 0)
  }
}
