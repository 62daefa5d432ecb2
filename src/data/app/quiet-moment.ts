/** A person who used the kiosk may still be there for this long. */
const PERSON_MS = 2 * 60_000
/** An alarm is on for this long after the last that was heard of it. */
const ALARM_MS = 10 * 60_000

/** Knows whether this is a moment in which nobody would miss the pictures for a second. Times are of one clock, ms. */
export class QuietMoment {
  readonly #personMs: number
  #quietFromMs: number

  constructor(nowMs: number, { personMs = PERSON_MS } = {}) {
    this.#personMs = personMs
    this.#quietFromMs = nowMs + personMs
  }

  notePerson(nowMs: number): void {
    this.#quietFromMs = Math.max(this.#quietFromMs, nowMs + this.#personMs)
  }

  noteAlarm(nowMs: number): void {
    this.#quietFromMs = Math.max(this.#quietFromMs, nowMs + ALARM_MS)
  }

  isQuiet(nowMs: number): boolean {
    return nowMs >= this.#quietFromMs
  }
}
