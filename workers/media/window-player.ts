import type { FromMediaWorker, ReplayOrder, SourceName, WindowStats } from '#contract/media-api.ts'
import { STILL_MS, type MediaMessage, type MediaUnit, type Pace } from '#contract/media.ts'
import { PaceRule } from '#shared/media/pace-rule.ts'
import { PastBuffer } from './past-buffer.ts'
import { PictureMeter } from './picture-meter.ts'
import { WindowRecorder } from './recorder.ts'
import { nowMs, type HeldPicture, type Pipeline, type PipelineEvents, type ShownPicture, type StreamConfig } from './pipeline.ts'
import { Replay } from './replay.ts'
import { SoundTrack } from './sound/sound-track.ts'
import { TalkTrack, type SendFrame } from './sound/talk-track.ts'
import { isStalled, keyPatienceMs } from './stall-rule.ts'

interface Feed {
  id: number
  source: SourceName
  channel: number
  config?: StreamConfig
  hasPicture: boolean
  /** When its last key frame was filmed, ms, and the times between the last ones, the latest last. */
  lastKeyMs?: number
  /** When it came. */
  keyAtMs?: number
  keyGapsMs: number[]
}

/** One long time between two key frames, as when the camera was away or its clock was put forward, is not its habit. */
const KEY_GAPS = 3

/** A window that has no picture after this time is not about to have one. */
const START_MS = 1_500

/**
 * After so long without a picture the page is told of the next one by itself: what is counted comes once a second, and whoever has found the picture
 * old waits for it.
 */
const PAUSE_MS = 1_000
/** Of pictures that are shown so long after they were filmed each second more counts. */
const LATE_MS = 1_000

/** The time between two key frames of a feed, ms: the middle one of the last, the longer one of two. */
function keyMsOf(feed: Feed | undefined): number | undefined {
  const gapsMs = feed?.keyGapsMs.toSorted((one, other) => one - other) ?? []
  return gapsMs[Math.floor(gapsMs.length / 2)]
}

/** Tells the page something; what is transferred is gone here. */
type Post = (message: FromMediaWorker, transfer?: Transferable[]) => void

/**
 * One window: takes the units of its feed to its pipeline, and tells the page when pictures come, stop coming or cannot
 * come. A second feed may wait until it has a key frame and then takes over, so that changing the source leaves no gap.
 */
export class WindowPlayer {
  readonly window: number
  readonly sound: SoundTrack
  readonly talk: TalkTrack
  readonly #post: Post
  #pipeline: Pipeline | undefined
  #feed: Feed | undefined
  #next: Feed | undefined
  #meter = new PictureMeter()
  #isPlaying = false
  /** Since the source failed no unit has come: a picture that was still being decoded then is no sign of life. */
  #isCutOff = false
  #lastPictureMs = 0
  /** When the last picture that was shown was filmed. */
  #lastCaptureMs = 0
  /** Of the last one that came late, and of which the page was told by itself. */
  #toldCaptureMs = 0
  /**
   * When the picture was filmed that was called stalled, until a later one comes: whoever sends anew after that, as by another connection, begins with
   * what was seen already, and that is no sign of life.
   */
  #stalledCaptureMs: number | undefined
  /**
   * When the one picture was filmed that has come so far since the stream began, or was begun anew; null before it, nothing after it. It is the newest that
   * there was before: whether the camera still sends any only its clock tells, until the next one comes.
   */
  #onlyCaptureMs: number | null | undefined = null
  readonly #pace = new PaceRule(STILL_MS)
  /** Until then nothing is called stalled: pictures come less often, or begin again at a key frame. */
  #patientUntilMs = 0
  readonly #past: PastBuffer
  #recorder: WindowRecorder | undefined
  /** While there is one, it has the screen. */
  #replay: Replay | undefined
  /** When the feed became the one that shows. */
  #begunMs = 0
  /** When the last unit came. */
  #unitMs = 0
  /** Service clock minus this machine's clock. */
  clockOffsetMs = 0

  /** `keepsPast`: what comes may be seen again, and recorded from a moment ago. */
  constructor(window: number, post: Post, { sendFrame, keepsPast }: { sendFrame: SendFrame; keepsPast: boolean }) {
    this.window = window
    this.#post = post
    this.#past = new PastBuffer(keepsPast)
    this.sound = new SoundTrack(() => this.#tellSound(true))
    this.talk = new TalkTrack(sendFrame, () => this.#feed)
  }

  /** Takes the pipeline that `make` builds around this window's events, in place of the one before. */
  setPipeline(make: (events: PipelineEvents) => Pipeline): void {
    this.#pipeline?.dispose()
    this.#pipeline = make({
      onShown: (picture, shownMs) => this.#shown(picture, shownMs),
      onSeen: (ptsUs, seenMs) => this.sound.pictureSeen(ptsUs, seenMs),
      onDropped: (frames, why) => this.#meter.dropped(frames, why),
      onFault: (fault) => this.#feed && this.#failed(this.#feed, fault),
    })
    if (this.#replay !== undefined) this.#replay.showAgain()
    else if (this.#feed?.config !== undefined) this.#pipeline.configure(this.#feed.config)
  }

  setFeed(feed: { id: number; source: SourceName; channel: number }): void {
    const taken = { ...feed, hasPicture: false, keyGapsMs: [] }
    const isSamePlace = this.#feed?.source === feed.source && this.#feed.channel === feed.channel
    // The feed that is there goes on until the new one has a key frame, even if it has shown nothing yet: either may fail.
    if (this.#feed === undefined || isSamePlace) this.#begin(taken)
    else this.#next = taken
  }

  /** A plugin, and a relay that has not heard of it yet, send more than the window is to decode. */
  setPace(pace: Pace): void {
    this.#pace.pace = pace
    // Of what is shown from now on the next key frame is the first, and that is due by what is known of those before.
    this.#patientUntilMs = (this.#feed?.keyAtMs ?? nowMs()) + keyPatienceMs(keyMsOf(this.#feed))
  }

  #begin(feed: Feed): void {
    this.#feed = feed
    this.#begunMs = nowMs()
    this.#next = undefined
    this.#isPlaying = false
    this.#isCutOff = false
    this.#stalledCaptureMs = undefined
    this.#onlyCaptureMs = null
    this.#meter = new PictureMeter()
    if (feed.config !== undefined) this.#configure(feed.config)
  }

  #configure(config: StreamConfig): void {
    this.#pace.begin()
    if (this.#replay === undefined) this.#showAnew(config)
    this.#tellSound()
  }

  #showAnew(config: StreamConfig): void {
    this.#pipeline?.configure(config)
    this.sound.configure(config.sound)
  }

  #tellSound(isUnsupported = false): void {
    const feed = this.#feed
    if (feed === undefined) return
    const told = { op: 'sound', window: this.window, feed: feed.id, format: feed.config?.sound } as const
    this.#post(isUnsupported ? { ...told, isUnsupported } : told)
  }

  #feedOf(source: SourceName, channel: number): Feed | undefined {
    return [this.#feed, this.#next].find((feed) => feed?.source === source && feed.channel === channel)
  }

  /** Answers whether the message was for this window. */
  takeMessage(source: SourceName, message: MediaMessage): boolean {
    const feed = this.#feedOf(source, message.channel)
    if (feed === undefined) return false
    if (message.op === 'failed') {
      this.#failed(feed, message.fault)
      return true
    }
    if (message.op === 'talk') {
      const { isOn, fault, talker } = message
      this.#post({ op: 'talk', window: this.window, isOn, fault, talker })
    }
    // The last picture stays.
    if (message.op !== 'config') return true
    feed.config = message
    if (feed !== this.#feed) return true
    this.#onlyCaptureMs = null
    this.#configure(message)
    return true
  }

  /** Answers whether the unit was for this window. */
  takeUnit(source: SourceName, unit: MediaUnit): boolean {
    const feed = this.#feedOf(source, unit.channel)
    if (feed === undefined) return false
    if (feed.config === undefined) return true
    if (unit.kind === 'sound') {
      if (feed === this.#feed) this.#takeSound(unit, feed, feed.config)
      return true
    }
    if (feed === this.#next) {
      if (!unit.isKey) return true
      this.#begin(feed)
    }
    this.#isCutOff = false
    if (unit.isKey) this.#noteKey(feed, unit)
    this.#lookForLife(unit)
    this.#meter.received(unit.data.byteLength)
    this.#unitMs = nowMs()
    // What is kept and recorded waits until the decoder has begun.
    if (this.#replay === undefined) this.#look(unit)
    this.#past.push(unit, feed.config)
    this.#recorder?.take(unit, feed.config, feed.id)
    return true
  }

  #look(unit: MediaUnit): void {
    // Fragments for MSE last until the next one begins: leaving some out would be no rest for it.
    if (this.#pipeline?.kind !== 'mse' && !this.#pace.takes(unit.isKey, this.#unitMs)) return
    // All pictures come again.
    if (!unit.isKey) this.#patientUntilMs = 0
    this.#pipeline?.push(unit)
  }

  #noteKey(feed: Feed, { captureMs }: MediaUnit): void {
    const { lastKeyMs } = feed
    feed.lastKeyMs = captureMs
    feed.keyAtMs = nowMs()
    // One that is sent once more, and a clock that was put back, say nothing.
    if (lastKeyMs !== undefined && captureMs > lastKeyMs) feed.keyGapsMs = [...feed.keyGapsMs, captureMs - lastKeyMs].slice(-KEY_GAPS)
  }

  /** A camera whose clock was put back, or is wrong, is seen to live by its second picture. */
  #lookForLife({ isPreroll, captureMs }: MediaUnit): void {
    if (isPreroll) return
    this.#onlyCaptureMs = this.#onlyCaptureMs === null ? captureMs : undefined
    if (this.#stalledCaptureMs === undefined) return
    this.#stalledCaptureMs = captureMs > this.#stalledCaptureMs ? undefined : captureMs
  }

  #takeSound(frame: MediaUnit, feed: Feed, config: StreamConfig): void {
    this.#past.pushSound(frame)
    this.#recorder?.take(frame, config, feed.id)
    // What is heard belongs to what is seen.
    if (this.#replay === undefined) this.sound.push(frame)
  }

  #shown({ ptsUs, captureMs }: ShownPicture, shownMs: number): void {
    const feed = this.#feed
    if (feed === undefined) return
    this.sound.pictureShown(ptsUs, shownMs)
    if (this.#replay !== undefined) return this.#replay.onShown(captureMs)
    if (this.#stalledCaptureMs !== undefined) return
    const isOnly = captureMs === this.#onlyCaptureMs
    const filmedMs = captureMs - this.clockOffsetMs
    // What was seen before the pause and is sent once more is no sign of life.
    const hasPaused = shownMs - this.#lastPictureMs > PAUSE_MS && captureMs > this.#lastCaptureMs
    this.#lastPictureMs = isOnly ? Math.min(shownMs, filmedMs) : shownMs
    this.#lastCaptureMs = captureMs
    const ageMs = shownMs - filmedMs
    this.#meter.shown(ageMs, shownMs)
    if (this.#isCutOff) return
    feed.hasPicture = true
    // A stream whose newest picture is an old one stands still already.
    if (isOnly && this.#hasStalled(feed)) return this.#stall(feed, { sinceMs: this.#lastPictureMs, captureMs })
    const told = { window: this.window, feed: feed.id, shownMs, ageMs }
    if (this.#isPlaying) {
      if (hasPaused && this.#pace.pace === 'all') this.#post({ op: 'newest', ...told })
      return
    }
    this.#isPlaying = true
    this.#post({ op: 'playing', ...told })
  }

  #failed(feed: Feed, fault: Extract<FromMediaWorker, { op: 'failed' }>['fault']): void {
    if (feed === this.#feed) {
      this.#isPlaying = false
      this.#isCutOff = true
    }
    this.#post({ op: 'failed', window: this.window, feed: feed.id, fault, sinceMs: feed.hasPicture ? this.#lastPictureMs : nowMs() })
  }

  /** To be called a few times a second. */
  checkStall(): void {
    const feed = this.#feed
    if (this.#replay !== undefined) return this.#tellReplay()
    if (feed === undefined || !this.#isPlaying) return
    this.#tellLate(feed)
    if (nowMs() < this.#patientUntilMs) return
    if (this.#hasStalled(feed)) this.#stall(feed, { sinceMs: this.#lastPictureMs, captureMs: this.#lastCaptureMs })
  }

  #tellLate(feed: Feed): void {
    const shownMs = this.#lastPictureMs
    const ageMs = shownMs - (this.#lastCaptureMs - this.clockOffsetMs)
    if (ageMs < LATE_MS || this.#lastCaptureMs === this.#toldCaptureMs) return
    this.#toldCaptureMs = this.#lastCaptureMs
    this.#post({ op: 'newest', window: this.window, feed: feed.id, shownMs, ageMs })
  }

  #hasStalled(feed: Feed): boolean {
    return isStalled(nowMs(), this.#lastPictureMs, feed.config?.fps ?? 0, this.#pace.pace, keyMsOf(feed))
  }

  #stall(feed: Feed, { sinceMs, captureMs }: { sinceMs: number; captureMs: number }): void {
    this.#isPlaying = false
    this.#stalledCaptureMs = captureMs
    this.#post({ op: 'stalled', window: this.window, feed: feed.id, sinceMs })
  }

  /** Shows the past again, while what comes goes on being kept and recorded. */
  replay(order: ReplayOrder): void {
    if (order.kind === 'end') return this.#endReplay()
    if (order.kind === 'seek') this.#replay?.take({ ...order, atMs: order.atMs + this.clockOffsetMs })
    else if (order.kind !== 'begin') this.#replay?.take(order)
    else if (this.#isPlaying)
      this.#replay ??= Replay.begin(this.#past, {
        configure: (config) => this.#pipeline?.configure(config),
        push: (unit, isSought) => this.#pipeline?.push(unit, isSought),
        hearAnew: ({ sound }, { ptsUs }) => {
          this.sound.configure(sound)
          this.sound.pictureShown(ptsUs, nowMs())
        },
        hear: (frame) => this.sound.push(frame),
        onEdge: () => this.#endReplay(),
      })
    this.#tellReplay()
  }

  #tellReplay(): void {
    const state = this.#replay?.state
    const offsetMs = this.clockOffsetMs
    const local = state && { ...state, fromMs: state.fromMs - offsetMs, toMs: state.toMs - offsetMs, atMs: state.atMs - offsetMs }
    this.#post({ op: 'replay', window: this.window, state: local })
  }

  /** Live again at once: with the pictures since the last key frame, of which the newest is shown. */
  #endReplay(): void {
    if (this.#replay === undefined) return
    this.#replay.stop()
    this.#replay = undefined
    this.#tellReplay()
    const feed = this.#feed
    if (feed?.config === undefined) return
    this.#showAnew(feed.config)
    const group = this.#past.groups.at(-1)
    // What has not come for so long is no live picture.
    if (this.#isPlaying && isStalled(nowMs(), this.#unitMs, feed.config.fps, this.#pace.pace, keyMsOf(feed)))
      this.#stall(feed, { sinceMs: this.#unitMs, captureMs: group?.units.at(-1)?.captureMs ?? this.#lastCaptureMs })
    this.#lastPictureMs = this.#unitMs
    if (group?.config !== feed.config) return
    const units = this.#pace.pace === 'all' ? group.units : group.units.slice(0, 1)
    for (const unit of units) this.#pipeline?.push({ ...unit, isPreroll: unit !== units.at(-1) })
  }

  /** Records what comes, from the last key frame on; the sound too, as soon as it comes. */
  record(): void {
    const feed = this.#feed
    this.#recorder?.end('asked')
    const recorder = new WindowRecorder({
      onPiece: (piece) => this.#post({ op: 'recorded', window: this.window, piece }, [piece.data.buffer]),
      onEnd: (why) => {
        if (this.#recorder === recorder) this.#recorder = undefined
        this.#post({ op: 'record-end', window: this.window, why })
      },
    })
    this.#recorder = recorder
    const group = this.#past.groups.at(-1)
    if (feed === undefined || group === undefined || group.config !== feed.config) return
    const units = [...group.units, ...group.sounds].toSorted((one, other) => one.ptsUs - other.ptsUs)
    for (const unit of units) recorder.take(unit, group.config, feed.id)
  }

  endRecord(): void {
    this.#recorder?.end('asked')
  }

  seen(toldUs: number, seenMs: number): void {
    this.#pipeline?.seen(toldUs, seenMs)
  }

  holdPicture(): HeldPicture | undefined {
    return this.#pipeline?.holdPicture()
  }

  /** It is to show what comes by the relay, and nothing comes, yet or any more. */
  get isAwaiting(): boolean {
    return this.#feed?.source === 'relay' && !this.#isPlaying
  }

  /** Is about to show its first picture. */
  get isStarting(): boolean {
    return this.#feed !== undefined && !this.#feed.hasPicture && nowMs() - this.#begunMs < START_MS
  }

  /** Of what is live: going to a place in the past takes a group of pictures, and nothing after it while that stands still. */
  get load(): number {
    return this.#isPlaying && this.#replay === undefined ? (this.#pipeline?.load ?? 0) : 0
  }

  stats(): { window: number; feed: number; stats: WindowStats } | undefined {
    const feed = this.#feed
    if (feed?.config === undefined || this.#pipeline === undefined) return undefined
    const { fps, bitrateKbps, ageMs, ageP95Ms } = this.#meter.tick(nowMs())
    const { stream, codec, width, height } = feed.config
    const { framesShown, framesDropped, framesTooMany } = this.#meter
    const rates = { fps, bitrateKbps, pictureAgeMs: ageMs, pictureAgeP95Ms: ageP95Ms, framesShown, framesDropped, framesTooMany }
    const filmedMs = this.#lastCaptureMs - this.clockOffsetMs
    const last = feed.hasPicture && { last: { shownMs: this.#lastPictureMs, filmedMs, everyMs: this.#meter.everyMs } }
    return {
      window: this.window,
      feed: feed.id,
      stats: { source: feed.source, sink: this.#pipeline.kind, stream, codec, width, height, ...rates, ...last },
    }
  }

  stop(isBlank: boolean): void {
    this.endRecord()
    this.#replay?.stop()
    if (this.#replay !== undefined) this.#post({ op: 'replay', window: this.window, state: undefined })
    this.#replay = undefined
    if (isBlank) this.#past.clear()
    this.#feed = undefined
    this.#next = undefined
    this.#isPlaying = false
    this.#pipeline?.stop(isBlank)
  }

  dispose(): void {
    this.stop(true)
    this.sound.attach(undefined)
    this.talk.listen(undefined)
    this.#pipeline?.dispose()
  }
}
