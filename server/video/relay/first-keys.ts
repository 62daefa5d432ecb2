/**
 * What stands behind the key frames of several windows waits so much longer for each of them, until the viewer has decoded and drawn those. Of 16 windows on
 * two processors half of the first pictures came after 185 ms, and 19 of 20 within 280, with 22 ms; with 12 that was 196 and 368.
 */
const REST_MS = 20
/** Where key frames are at hand each window has its own as it is opened, before anything is heard of the next: so long a single one waits for others. */
const ALONE_MS = 20
/** From the first of several on nothing waits for longer: a camera may be slow, or never answer. */
const LONGEST_MS = 500

/**
 * Has the windows that a viewer opens together get their key frames first, and only then what stands behind those: up to two seconds of video each, which
 * would take the line, and the viewer's processor, from the key frames of its neighbours.
 */
export class FirstKeys {
  /** Those that have been opened, and of which nothing has been sent yet. */
  readonly #asked = new Set<object>()
  readonly #waiting = new Map<object, () => void>()
  #longest: ReturnType<typeof setTimeout> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  /** `who` has been opened: others wait for its key frame. */
  ask(who: object): void {
    this.#asked.add(who)
    clearTimeout(this.#rest)
  }

  /** The first key frame of `who` has been sent. It keeps what comes behind until `goOn` is called, which may be before this returns. */
  begin(who: object, goOn: () => void): void {
    this.#asked.delete(who)
    this.#waiting.set(who, goOn)
    this.#longest ??= setTimeout(() => this.#end(), LONGEST_MS)
    this.#look()
  }

  /** Nobody waits for `who` any more, nor does it wait itself. */
  leave(who: object): void {
    if (this.#asked.delete(who)) return this.#look()
    // What the others still wait for is what it was, unless there is only one left.
    if (this.#waiting.delete(who) && this.#asked.size === 0 && this.#waiting.size <= 1) this.#end()
  }

  /** The viewer is gone. */
  close(): void {
    this.#asked.clear()
    this.#waiting.clear()
    this.#stopTimers()
  }

  #look(): void {
    if (this.#asked.size > 0) return
    clearTimeout(this.#rest)
    if (this.#waiting.size === 0) return this.#end()
    this.#rest = setTimeout(() => this.#end(), Math.max(ALONE_MS, REST_MS * this.#waiting.size))
  }

  #end(): void {
    this.#stopTimers()
    // Whoever has sent nothing by now is not waited for any longer.
    this.#asked.clear()
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const goOn of all) goOn()
  }

  #stopTimers(): void {
    clearTimeout(this.#longest)
    clearTimeout(this.#rest)
    this.#longest = undefined
  }
}
