import { pause, type Clock } from './ports.ts'

/**
 * While the service is out of reach it is asked so often whether it is back: the pauses of the push connection grow, and a wall that nobody touches
 * asks nothing. Not all at the same moment, who have lost it at the same moment.
 */
const LOOK_FROM_MS = 800
const LOOK_UNTIL_MS = 1_600
/** So often at first, some minutes long; whatever takes longer than this takes long. */
const SOON_LOOKS = 250
const SELDOM_MS = 10_000
/**
 * What goes away again this soon was not back, unless the push connection stood meanwhile: where calls are answered and no socket stands, nobody is
 * kept busy by looking.
 */
const BACK_MS = 10_000
/** As many connections of either kind browsers keep to one service by HTTP/1.1, and use again before they open another. */
const KEPT_CONNECTIONS = 6
/** What has no answer on one of them by then is given up, and the connection with it. */
const PROMPT_MS = 1_000
/** Each of them was asked so shortly ago that one question shows whether the line still lives: a whole site may waver together, behind one address. */
const CHECKED_MS = 10_000

interface ReachListener {
  onChange(isReachable: boolean): void
  /**
   * It answers, after it did not, or where nothing came any more: what was asked before may be lost on a dead line. What was asked until `lostUntilMs`, by the
   * steady clock, is lost: then nothing came by any of them, or by a new one alone.
   */
  onFound(lostUntilMs?: number): void
  /**
   * Asks the service something, until `signal` calls it off: nothing else may find out that it is back for a long time. Answers whether it is there; what it
   * finds is noted, too. `isPlain`: by a connection of those for calls. Else by others, so that calls that hang keep it from nothing.
   */
  look(signal: AbortSignal, isPlain?: boolean): Promise<boolean>
}

/** Whether the service can be reached, as calls and the push connection find it. */
export class Reach {
  readonly #clock: Clock
  readonly #listener: ReachListener
  #isReachable = true
  #hasReached = false
  /** The push connection has stood since the service was reached. */
  #hasStood = false
  #isStopped = false
  #cancelLook = () => {}
  /** Calls off the looks that are under way. */
  #looks = new AbortController()
  #looksUnderWay = 0
  #reachedAtMs = Number.NEGATIVE_INFINITY
  #checking: Promise<boolean> | undefined
  /** When it was last heard, by the steady clock. */
  #heardAtMs = Number.NEGATIVE_INFINITY
  /** When a check last found it, by the steady clock. */
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** When all connections were asked, by the steady clock, and none of them had an answer. */
  #silentSinceMs: number | undefined

  constructor(clock: Clock, listener: ReachListener) {
    this.#clock = clock
    this.#listener = listener
  }

  get isReachable(): boolean {
    return this.#isReachable
  }

  /** Whether it was reached at all since the start: until then nobody is kept waiting for it. */
  get hasReached(): boolean {
    return this.#hasReached
  }

  /**
   * It answers, or does not. `askedAtMs`: that something has no answer which was asked then, by the steady clock. Where another answer has come since, that is slow,
   * or was lost on a line that has died: nothing is known by it of the service as it is now.
   */
  note(isReachable: boolean, askedAtMs = Number.POSITIVE_INFINITY): void {
    if (isReachable) this.#heardAtMs = this.#clock.steadyMs()
    else if (askedAtMs < this.#heardAtMs) return
    this.#hasReached ||= isReachable
    if (isReachable === this.#isReachable) return
    this.#isReachable = isReachable
    if (isReachable) {
      // One that began before says nothing of the service any more.
      this.#callOffLooks()
      this.#listener.onFound(this.#silentSinceMs)
      this.#silentSinceMs = undefined
    }
    this.#listener.onChange(isReachable)
    const nowMs = this.#clock.nowMs()
    if (isReachable) this.#reachedAtMs = nowMs
    // Where not even a look is answered nobody is kept busy by it.
    else this.#lookLater(this.#hasStood || this.#checking !== undefined || nowMs - this.#reachedAtMs >= BACK_MS ? 0 : SOON_LOOKS)
    this.#hasStood = false
  }

  /** The push connection stands: the service is back with all that it has. */
  noteStanding(): void {
    this.note(true)
    this.#hasStood = true
  }

  /** The machine is on another network: looks at once. */
  lookNow(): void {
    if (!this.#isReachable && !this.#isStopped) this.#look(0)
  }

  /**
   * Looks whether the service is there, where nothing comes any more: a dead line does not tell that it is dead. Each connection that a browser may have kept is
   * asked, and given up when it does not answer soon, so that nothing that is asked afterwards is lost on it; one question may take as long as any look. Who asks
   * meanwhile hears the same answer.
   */
  check(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #check(): Promise<boolean> {
    if (!this.#isReachable || this.#isStopped) return false
    if (this.#clock.steadyMs() - this.#checkedAtMs < CHECKED_MS && (await this.#isPromptlyThere())) return true
    const sinceMs = this.#clock.steadyMs()
    const there = Promise.withResolvers<boolean>()
    const ends: AbortController[] = []
    /** By which connections the answers came, in order. */
    const answeredBy: ('kept' | 'new')[] = []
    const ask = async (isPlain: boolean, by: 'kept' | 'new' = 'kept') => {
      const end = new AbortController()
      ends.push(end)
      if (!(await this.#listener.look(end.signal, isPlain))) return
      answeredBy.push(by)
      there.resolve(true)
    }
    // The last first: one that still waits for a connection would be given that of the one before it, and leave it behind, unused and as dead.
    const giveUp = (kept: number) => {
      for (const end of ends.splice(kept).toReversed()) end.abort()
    }
    const over = new AbortController()
    const { signal } = this.#looks
    const onCalledOff = () => {
      giveUp(0)
      there.resolve(!this.#isStopped)
    }
    signal.addEventListener('abort', onCalledOff, { signal: over.signal })
    const asked = Array.from({ length: KEPT_CONNECTIONS }, () => [ask(false), ask(true)]).flat()
    const again = pause(this.#clock, PROMPT_MS, over.signal).then(() => {
      if (over.signal.aborted) return
      giveUp(1)
      // Those that were kept are used up.
      return ask(false, 'new')
    })
    const all = Promise.all([...asked, again])
    void all.then(() => there.resolve(false))
    const isThere = await there.promise
    over.abort()
    giveUp(0)
    if (isThere) this.#checkedAtMs = this.#clock.steadyMs()
    await all
    // A new one was answered sooner than any that was kept: those are dead, and not slow.
    if (answeredBy[0] === 'new') this.#listener.onFound(sinceMs)
    // Else it is said already, by whoever found it.
    else if (isThere && !signal.aborted) this.#listener.onFound()
    if (!isThere && !this.#isReachable) this.#silentSinceMs = sinceMs
    return isThere
  }

  /** Whether one question is answered promptly. That it is not says nothing yet. */
  async #isPromptlyThere(): Promise<boolean> {
    const end = new AbortController()
    const cancel = this.#clock.after(PROMPT_MS, () => end.abort())
    const isThere = await this.#listener.look(end.signal, true)
    cancel()
    return isThere
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelLook()
    this.#callOffLooks()
  }

  #lookLater(looks: number): void {
    const pauseMs = looks < SOON_LOOKS ? LOOK_FROM_MS + Math.random() * (LOOK_UNTIL_MS - LOOK_FROM_MS) : SELDOM_MS
    this.#cancelLook()
    this.#cancelLook = this.#clock.after(pauseMs, () => {
      if (!this.#isReachable && !this.#isStopped) this.#look(looks)
    })
  }

  /**
   * The next look does not wait for this one, which may hang on a line that was dead when it began. Where one does, another such line may be the one that the browser
   * takes next: it is looked by both kinds of connection.
   */
  #look(looks: number): void {
    this.#lookLater(looks + 1)
    for (const isPlain of this.#looksUnderWay > 0 ? [false, true] : [false]) {
      this.#looksUnderWay += 1
      void this.#listener.look(this.#looks.signal, isPlain).finally(() => (this.#looksUnderWay -= 1))
    }
  }

  #callOffLooks(): void {
    this.#looks.abort()
    this.#looks = new AbortController()
  }
}
