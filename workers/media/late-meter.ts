import type { MediaUnit } from '#contract/media.ts'

/** The quickest unit of the last one to two of these shows what the way takes when nothing waits on it. */
const BASE_MS = 30_000
/** The groups of pictures of most cameras last no longer. */
const USUAL_GROUP_MS = 2_000
/** What is filmed behind a longer one, with which a stream has begun, has as long as that lasts to catch up with it, and no longer than this. */
const CATCH_UP_MS = 10_000

/** Times on the way of units that are alike: from the camera's clock to ours, ms, so only differences mean anything. */
class Quickest {
  #sinceBaseMs = Infinity
  #beforeMs = Infinity
  #sinceTickMs = Infinity

  took(ms: number): void {
    this.#sinceTickMs = Math.min(this.#sinceTickMs, ms)
  }

  /** How late the quickest since the last tick was; undefined when none has come. */
  tick(): number | undefined {
    const ms = this.#sinceTickMs
    this.#sinceTickMs = Infinity
    this.#sinceBaseMs = Math.min(this.#sinceBaseMs, ms)
    return ms < Infinity ? ms - Math.min(this.#sinceBaseMs, this.#beforeMs) : undefined
  }

  /** Forgets those before the last base. False when there is none since. */
  rebase(): boolean {
    this.#beforeMs = this.#sinceBaseMs
    this.#sinceBaseMs = Infinity
    return this.#beforeMs < Infinity
  }
}

/** A key frame is many times as large as the pictures between, and longer on the way by itself: it is compared with key frames. */
interface Stream {
  between: Quickest
  keys: Quickest
}

/**
 * By how much what comes by a source is late: the time that it has waited somewhere on the way. Of all streams the least counts, since a link
 * holds up all that comes over it, while a camera that is late by itself holds up nobody.
 */
export class LateMeter {
  readonly #streams = new Map<number, Stream>()
  #baseAtMs = 0
  #lateMs: number | undefined = 0
  /** When something came last that tells, by the ticks, and whether it was more than key frames. */
  #heardAtMs = 0
  #isFlowing = false
  /** Of the streams that begin: when the first unit of what is past already was filmed. */
  readonly #beginningsMs = new Map<number, number>()
  #catchesUpUntilMs = 0

  /** A unit of a stream came in. */
  took({ channel, isKey, isPreroll, captureMs }: Pick<MediaUnit, 'channel' | 'isKey' | 'isPreroll' | 'captureMs'>, nowMs: number): void {
    if (isPreroll) {
      if (!this.#beginningsMs.has(channel)) this.#beginningsMs.set(channel, captureMs)
      return
    }
    this.#noteBeginning(captureMs - (this.#beginningsMs.get(channel) ?? captureMs), nowMs)
    this.#beginningsMs.delete(channel)
    const stream = this.#streams.get(channel) ?? { between: new Quickest(), keys: new Quickest() }
    this.#streams.set(channel, stream)
    const kind = isKey ? stream.keys : stream.between
    kind.took(nowMs - captureMs)
  }

  /** A stream has begun with a group that lasts so long: all that comes over the link has waited for it. */
  #noteBeginning(lastsMs: number, nowMs: number): void {
    if (lastsMs <= USUAL_GROUP_MS) return
    this.#catchesUpUntilMs = Math.max(this.#catchesUpUntilMs, nowMs + Math.min(lastsMs, CATCH_UP_MS))
  }

  /**
   * How late what came since the last tick was. Undefined when nothing tells: what waited for the beginning of a stream catches up, or nothing has come for
   * longer than whoever sends leaves out at a time. To be asked about once a second.
   */
  tick(nowMs: number): number | undefined {
    const lates: number[] = []
    this.#isFlowing = this.#look(lates) || (lates.length === 0 && this.#isFlowing)
    if (nowMs - this.#baseAtMs >= BASE_MS) this.#rebase(nowMs)
    const isSilent = lates.length === 0
    if (!isSilent) {
      this.#lateMs = Math.min(...lates)
      this.#heardAtMs = nowMs
    } else if (this.#streams.size === 0) this.#lateMs = 0
    else if (!this.#isFlowing || nowMs - this.#heardAtMs > USUAL_GROUP_MS) this.#lateMs = undefined
    return nowMs < this.#catchesUpUntilMs ? undefined : this.#lateMs
  }

  /** Key frames tell something where nothing else has come. Answers whether anything else has. */
  #look(lates: number[]): boolean {
    let isFlowing = false
    for (const { between, keys } of this.#streams.values()) {
      const [late, keyLate] = [between.tick(), keys.tick()]
      isFlowing ||= late !== undefined
      const told = late ?? keyLate
      if (told !== undefined) lates.push(told)
    }
    return isFlowing
  }

  #rebase(nowMs: number): void {
    this.#baseAtMs = nowMs
    for (const [channel, { between, keys }] of this.#streams) {
      const isUsed = [between.rebase(), keys.rebase()]
      if (!isUsed.includes(true)) this.#streams.delete(channel)
    }
  }
}
