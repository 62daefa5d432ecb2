import type { StreamFault } from '#contract/enums.ts'
import type { MediaUnit } from '#contract/media.ts'
import { beginnings } from './beginnings.ts'
import { DropPolicy, MOST_WAITING } from './drop-policy.ts'
import { keysFirst } from './keys-first.ts'
import { LoadMeter } from './load-meter.ts'
import type { DropReason, ShownPicture, StreamConfig } from './pipeline.ts'
import { ScreenTimes } from './screen-times.ts'

/** How long the newest of the pictures that came to begin with waits for a newer one. */
const SETTLE_MS = 10
/**
 * A stream that begins on an empty screen and takes longer than this to catch up shows an older picture meanwhile: that is more than none. Twice as long
 * was later in every wall; sooner, half of the windows had a picture earlier, but one in ten only the next older one, 400 ms after.
 */
const EMPTY_MS = 50
/**
 * A key frame that was filmed no longer before the newest picture that has come is shown first, alone: as long as the groups of pictures of most cameras.
 * On a slow line it may be decoded before anything behind it has come: then it is shown however old it is, which is more than none. To wait for what comes
 * would keep the screen empty for as long as the line gives one picture after the other.
 */
const OLDEST_FIRST_MS = 2_000
/** A window that is behind shows pictures with newer ones behind them as often as this. */
const OLDER_EVERY_MS = 200
/** One that begins does so less often: mostly others begin with it, and each picture costs them time. */
const OLDER_AT_FIRST_EVERY_MS = 400
const ERRORS_BEFORE_FAULT = 3

export interface DecoderEvents {
  /** Whether there is no picture on the screen. */
  isEmpty(): boolean
  /** A frame to show now, and which picture it is; the receiver closes it. The frame has a time of its own, for the screen. */
  onFrame(frame: VideoFrame, picture: ShownPicture): void
  onDropped(frames: number, why: DropReason): void
  onFault(fault: StreamFault): void
}

interface Submitted extends ShownPicture {
  isPreroll: boolean
  atMs: number
  /** This window or another one began then. */
  isBeginning: boolean
}

function settings({ codec }: StreamConfig): VideoDecoderConfig {
  return { codec, optimizeForLatency: true }
}

/** Why a picture is left out that there was no time for. */
function tooSlow(isBeginning: boolean): DropReason {
  return isBeginning ? 'beginning' : 'behind'
}

/** Those that have been given a stream which the browser can decode, as far as it has answered yet: about one for each window that shows something. */
const busy = new Set<UnitDecoder>()
const windows = () => busy.size

const supported = new Map<string, Promise<boolean>>()

/** Asked once for each codec: the answer does not change while the worker lives. */
function isSupported(codec: string): Promise<boolean> {
  let answer = supported.get(codec)
  if (answer === undefined) {
    answer = VideoDecoder.isConfigSupported({ codec, optimizeForLatency: true }).then(
      (result) => result.supported === true,
      () => false,
    )
    supported.set(codec, answer)
  }
  return answer
}

/**
 * Access units in, frames out, never a queue. One for each window: what breaks one stream leaves the others alone. Pictures that
 * were past when they came are decoded and only the newest of them is shown.
 */
export class UnitDecoder {
  readonly #events: DecoderEvents
  readonly #policy = new DropPolicy()
  #decoder: VideoDecoder | undefined
  #config: StreamConfig | undefined
  /** Units that came while the browser was asked whether it can decode them. */
  #early: MediaUnit[] | undefined
  /** Units behind the first key frame of an empty screen, until that of each window that begins with this one is decoded. */
  #behindKey: MediaUnit[] | undefined
  /** That key frame was waited for no longer, and has not come out yet. */
  #isKeyLate = false
  /** One for all streams: the screen is told of a picture of the one before when that is gone already. */
  readonly #times = new ScreenTimes(windows)
  /** Units inside the decoder, by their time for the screen. */
  readonly #submitted = new Map<number, Submitted>()
  #held: { frame: VideoFrame; picture: ShownPicture } | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  /** From when on a picture is shown that has newer ones behind it. Not before the first one where the screen shows what may be newer still. */
  #olderFromMs: number | undefined
  /** When the last picture that was shown was filmed, of whatever stream. It is on the screen still, unless that is empty. */
  #shownCaptureMs = Number.NEGATIVE_INFINITY
  #errors = 0
  #loadMeter = new LoadMeter()

  constructor(events: DecoderEvents) {
    this.#events = events
  }

  /** Share of the time between two pictures that decoding takes, 0 to 1. */
  get load(): number {
    return this.#loadMeter.load
  }

  /** Takes up a stream; what was in the decoder of the one before is given up. */
  async configure(config: StreamConfig): Promise<void> {
    this.close()
    this.#config = config
    this.#times.begin(config.fps)
    busy.add(this)
    this.#early = []
    this.#errors = 0
    if (this.#events.isEmpty()) this.#olderFromMs = performance.now() + EMPTY_MS
    const isGood = await isSupported(config.codec)
    if (this.#config !== config) return
    const early = this.#early
    this.#early = undefined
    if (!isGood) {
      this.#config = undefined
      busy.delete(this)
      return this.#events.onFault('unsupported-codec')
    }
    for (const unit of early) this.push(unit)
  }

  push(unit: MediaUnit): void {
    if (this.#early !== undefined) return void this.#early.push(unit)
    if (this.#config === undefined) return
    if (this.#behindKey !== undefined) return void this.#behindKey.push(unit)
    const isFirst = unit.isKey && unit.isPreroll && this.#decoder === undefined && this.#events.isEmpty()
    this.#decode(unit, this.#config)
    if (!isFirst || this.#decoder === undefined) return
    this.#behindKey = []
    keysFirst.begin(this, this.#config.codec, () => this.#goOn())
  }

  #decode(unit: MediaUnit, config: StreamConfig): void {
    this.#loadMeter.wanted(unit.ptsUs)
    const atMs = performance.now()
    if (unit.isPreroll) beginnings.begin(this, atMs)
    const isBeginning = beginnings.isOn(atMs)
    const verdict = this.#policy.judge(unit, { waiting: this.#decoder?.decodeQueueSize ?? 0, lateMs: this.#lateMs(unit) }, atMs)
    if (verdict === 'leave') {
      beginnings.end(this, atMs)
      if (!unit.isPreroll) this.#events.onDropped(1, this.#policy.isBehind ? tooSlow(isBeginning) : 'broken')
      return
    }
    try {
      if (verdict === 'jump') this.#jump(config)
      this.#decoder ??= this.#makeDecoder(config)
      const { ptsUs, captureMs, isPreroll } = unit
      const timestamp = this.#times.of(unit)
      this.#submitted.set(timestamp, { ptsUs, captureMs, isPreroll, atMs, isBeginning })
      this.#decoder.decode(new EncodedVideoChunk({ type: unit.isKey ? 'key' : 'delta', timestamp, data: unit.data }))
    } catch {
      this.#fail()
    }
  }

  #makeDecoder(config: StreamConfig): VideoDecoder {
    const decoder: VideoDecoder = new VideoDecoder({
      output: (frame) => (decoder === this.#decoder ? this.#take(frame) : frame.close()),
      error: () => decoder === this.#decoder && this.#fail(),
    })
    decoder.configure(settings(config))
    return decoder
  }

  /** Time from the oldest live picture that is not decoded to this one. */
  #lateMs({ ptsUs }: MediaUnit): number {
    for (const oldest of this.#submitted.values()) return oldest.isPreroll ? 0 : (ptsUs - oldest.ptsUs) / 1000
    return 0
  }

  /** Gives up all that is not decoded yet: a key frame has come, which is newer. */
  #jump(config: StreamConfig): void {
    const isBeginning = beginnings.isOn(performance.now())
    const live = [...this.#submitted.values()].filter(({ isPreroll }) => !isPreroll)
    if (live.length > 0) this.#events.onDropped(live.length, tooSlow(isBeginning))
    this.#submitted.clear()
    this.#decoder?.reset()
    this.#decoder?.configure(settings(config))
  }

  #take(frame: VideoFrame): void {
    const known = this.#submitted.get(frame.timestamp)
    // Live streams have no frames out of order: whatever is older will not come any more.
    for (const timeUs of this.#submitted.keys()) if (timeUs <= frame.timestamp) this.#submitted.delete(timeUs)
    this.#errors = 0
    this.#letGo()
    if (this.#isKeyLate) this.#takeLateKey()
    if (known === undefined) return frame.close()
    if (this.#behindKey !== undefined) return this.#takeFirst(frame, known, this.#behindKey)
    if (!known.isPreroll) return this.#takeLive(frame, known)
    if (this.#submitted.size > 0) return void this.#takePast(frame, known)
    beginnings.end(this, performance.now())
    this.#held = { frame, picture: known }
    this.#settling = setTimeout(() => {
      const held = this.#held
      this.#held = undefined
      if (held !== undefined) this.#showSettled(held.frame, held.picture)
    }, SETTLE_MS)
  }

  /** The screen goes back to nothing older than it shows: what stands behind a key frame may come later than it, and is newer. */
  #showSettled(frame: VideoFrame, picture: ShownPicture): void {
    if (!this.#events.isEmpty() && picture.captureMs < this.#shownCaptureMs) frame.close()
    else this.#show(frame, picture)
  }

  /** The key frame of a screen that shows nothing, with what has come behind it so far. An older one than most is left to the rule of older pictures. */
  #takeFirst(frame: VideoFrame, picture: Submitted, behind: readonly MediaUnit[]): void {
    const newestMs = behind.at(-1)?.captureMs ?? picture.captureMs
    if (newestMs - picture.captureMs <= OLDEST_FIRST_MS) this.#show(frame, picture)
    else this.#takePast(frame, picture)
    this.#tellKeyOut()
  }

  /** The decoder was slow where it has taken up nothing behind the key frame yet; else that may have driven the key frame out. */
  #takeLateKey(): void {
    this.#isKeyLate = false
    if ((this.#decoder?.decodeQueueSize ?? 0) >= this.#submitted.size) this.#tellKeyOut()
  }

  #tellKeyOut(): void {
    if (this.#config !== undefined) keysFirst.isOut(this, this.#config.codec)
  }

  /** Goes on behind the first key frame. */
  #goOn(): void {
    const behind = this.#behindKey ?? []
    this.#behindKey = undefined
    this.#isKeyLate = this.#submitted.size > 0
    if (behind.length === 0) beginnings.end(this, performance.now())
    for (const unit of behind) this.push(unit)
  }

  #takeLive(frame: VideoFrame, known: Submitted): void {
    const { atMs, isBeginning } = known
    const nowMs = performance.now()
    if (!isBeginning) this.#loadMeter.decoded(nowMs - atMs, nowMs)
    if (this.#submitted.size <= MOST_WAITING) {
      beginnings.end(this, nowMs)
      return this.#show(frame, known)
    }
    const isShown = this.#takePast(frame, known)
    if (!isShown && !beginnings.has(this)) this.#events.onDropped(1, tooSlow(isBeginning))
  }

  /**
   * A picture with newer ones behind it. They are decoded already or about to be, and it would be on the screen for a moment only: unless that takes long.
   * Answers whether it is shown.
   */
  #takePast(frame: VideoFrame, picture: ShownPicture): boolean {
    const isShown = this.#olderFromMs !== undefined && performance.now() >= this.#olderFromMs
    if (isShown) this.#show(frame, picture)
    else frame.close()
    return isShown
  }

  #show(frame: VideoFrame, { ptsUs, captureMs }: ShownPicture): void {
    this.#olderFromMs = performance.now() + (beginnings.has(this) ? OLDER_AT_FIRST_EVERY_MS : OLDER_EVERY_MS)
    this.#shownCaptureMs = captureMs
    this.#events.onFrame(frame, { ptsUs, captureMs })
  }

  /** A picture that was waiting has been overtaken. */
  #letGo(): void {
    clearTimeout(this.#settling)
    this.#held?.frame.close()
    this.#held = undefined
  }

  /** The stream is broken here: begin again at its next key frame. */
  #fail(): void {
    this.#events.onDropped(this.#submitted.size + (this.#behindKey?.length ?? 0), 'broken')
    this.#discard()
    this.#errors++
    if (this.#errors === ERRORS_BEFORE_FAULT) this.#events.onFault('unsupported-codec')
  }

  #discard(): void {
    const decoder = this.#decoder
    this.#decoder = undefined
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close()
    this.#submitted.clear()
    this.#behindKey = undefined
    this.#isKeyLate = false
    keysFirst.leave(this)
    beginnings.end(this, performance.now())
    this.#policy.restart()
    this.#letGo()
  }

  close(): void {
    this.#discard()
    busy.delete(this)
    this.#config = undefined
    this.#early = undefined
    this.#olderFromMs = undefined
    this.#loadMeter = new LoadMeter()
  }
}
