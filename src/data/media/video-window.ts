import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { Fragment, NewestPicture, SourceName, WindowStats } from '#contract/media-api.ts'
import type { Pace } from '#contract/media.ts'
import { steadyNowMs } from '../../lib/steady-now.ts'
import { FeedKeeper, type Wish } from './feed-keeper.ts'
import { Floating } from './floating.ts'
import { mediaEngine, type EngineWindow, type MediaEngine } from './media-engine.ts'
import { paintPicture } from './paint-picture.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'
import { WindowSound } from './sound/window-sound.ts'
import { WindowTalk } from './sound/window-talk.ts'
import { createSurface, type Surface } from './surface.ts'
import { isSameChannel, type WindowChannel } from './window-channel.ts'
import { WindowRecording } from './window-recording.ts'
import { WindowReplay } from './window-replay.ts'
import type { Less, WindowState } from './window-state.ts'
import { WindowStream } from './window-stream.ts'

export type { WindowChannel, WindowState, WindowStats }

/** A window that has neither a picture nor a reason for having none says so after this time. */
const CONNECT_TIMEOUT_MS = 10_000
/** Between the plugin's last picture and the relay's first one a window may still be called live for this long. */
const HANDOVER_MS = 2_000
const FULL_SIZE_PX = 8192

/** One window of the wall: shows a channel's live pictures in an element of its own. A plain class, outside React. */
export class VideoWindow implements EngineWindow {
  readonly winIndex: number
  readonly sound: WindowSound
  readonly talk: WindowTalk
  /** `subscribePicture` hears when it begins and ends. */
  readonly floating: Floating
  readonly replay: WindowReplay
  readonly recording: WindowRecording
  readonly #engine: MediaEngine
  readonly #surface: Surface
  readonly #feeds: FeedKeeper
  readonly #stream = new WindowStream()
  readonly #snapshots: SnapshotKeeper
  readonly #listeners = new Set<() => void>()
  readonly #pictureListeners = new Set<() => void>()
  #state: WindowState = { kind: 'empty' }
  #host: HTMLElement | undefined
  #channel: WindowChannel | undefined
  /** The channel whose picture is, or will be, in the element. */
  #shown: { sn: string; chlIndex: number } | undefined
  #pace: Pace = 'all'
  #isPluginBad = false
  #stats: WindowStats | undefined
  /** The channel has played, and it was not its own fault when it stopped. */
  #hasPlayed = false
  /** Its first picture, or the first after a stall or a fault. */
  begun: NewestPicture | undefined
  /** The newest that was told by itself: the first after a pause that was no stall, or one of those that come late. */
  newest: NewestPicture | undefined
  #connectingSinceMs = 0
  #firstPictureMs: number | undefined
  #timeout: ReturnType<typeof setTimeout> | undefined

  /** `winIndex`: its place on the wall, which no other window of the tab has. */
  constructor(winIndex: number, engine: MediaEngine = mediaEngine()) {
    this.winIndex = winIndex
    this.#engine = engine
    this.#surface = createSurface(engine.sink, winIndex, engine.port)
    this.#feeds = new FeedKeeper(winIndex, engine.sources)
    this.#snapshots = new SnapshotKeeper(
      (snapshot) => engine.core.ask('putSnapshot', snapshot),
      () => engine.core.keepsPast && this.replay.state === undefined,
    )
    this.replay = new WindowReplay(winIndex, engine.port)
    this.recording = new WindowRecording(winIndex, engine.port, () => {
      this.#stream.recorded = this.recording.isOn ? this.#stream.chosen : undefined
      engine.changed(this)
    })
    this.#surface.element.addEventListener('resize', () => this.#tellPicture())
    const door = { winIndex, port: engine.port, device: engine.soundDevice }
    this.sound = new WindowSound({ ...door, element: this.#surface.element, onHeard: () => engine.changed(this) })
    this.talk = new WindowTalk({ ...door, ask: (isOn) => this.#feeds.talk(isOn) })
    this.floating = new Floating(this.#surface.element, () => {
      this.#tellPicture()
      engine.changed(this)
    })
    engine.add(this)
  }

  /** A new object for each change, so that it serves as a snapshot of `useSyncExternalStore`. */
  get state(): WindowState {
    return this.#state
  }

  /** Of the picture, width over height; nothing before the first. `subscribePicture` hears of changes. */
  get ratio(): number | undefined {
    const { element } = this.#surface
    const isVideo = element instanceof HTMLVideoElement && element.videoHeight > 0
    const { width, height } = isVideo
      ? { width: element.videoWidth, height: element.videoHeight }
      : (this.#stats ?? { width: 0, height: 0 })
    return height > 0 ? width / height : undefined
  }

  get host(): HTMLElement | undefined {
    return this.#host
  }

  /** Whether what it says is of this channel: it goes over to another one when all windows have said what they want. */
  isOf(channel: { sn: string; chlIndex: number }): boolean {
    return isSameChannel(this.#shown, channel)
  }

  get isPlaying(): boolean {
    return this.#state.kind === 'playing'
  }

  get isAwaited(): boolean {
    return this.#hasPlayed && this.#state.kind !== 'paused'
  }

  get source(): SourceName | undefined {
    return this.#feeds.source
  }

  get wantsMain(): boolean {
    return this.areaPx > 0 && this.#stream.wantsMain
  }

  get areaPx(): number {
    return this.#channel === undefined || this.#host === undefined ? 0 : this.#stream.areaPx
  }

  /** Hears each change of `state`; `stats()` changes once a second without a call. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears when the picture has another ratio, and when it begins or ends to float. */
  subscribePicture = (listener: () => void): (() => void) => {
    this.#pictureListeners.add(listener)
    return () => this.#pictureListeners.delete(listener)
  }

  /** Puts the picture's element into `host`, which it fills. A window that is not mounted does not stream. */
  mount(host: HTMLElement): void {
    this.#host = host
    host.append(this.#surface.element)
    if (this.#surface.element instanceof HTMLVideoElement) void this.#surface.element.play().catch(() => undefined)
    this.#engine.changed(this)
  }

  /** Takes the element out. Mounting again in the same task goes on without a break. */
  unmount(): void {
    this.#host = undefined
    this.#surface.element.remove()
    this.#engine.changed(this)
  }

  /** Shows this channel from now on. */
  show(channel: WindowChannel): void {
    const isOther = !isSameChannel(channel, this.#channel)
    if (isOther) {
      this.#keepSnapshot()
      this.#isPluginBad = false
    }
    this.#stream.offer(channel.streams, isOther)
    this.#channel = channel
    this.#engine.changed(this)
  }

  clear(): void {
    this.#keepSnapshot()
    this.#channel = undefined
    this.#engine.changed(this)
  }

  /** Tells the size of the element in device pixels, by which the window chooses main or sub stream. */
  resize(widthPx: number, heightPx: number): void {
    this.#stream.size = { width: Math.round(widthPx), height: Math.round(heightPx) }
    this.#engine.changed(this)
  }

  /** Holds this stream whatever the size; without one the size decides again. */
  pin(stream?: StreamKind): void {
    if (this.#stream.pinned === stream) return
    this.#stream.pinned = stream
    this.#engine.changed(this)
  }

  /** What is known of the pictures of the last seconds; nothing before the first. */
  stats(): WindowStats | undefined {
    return this.#stats && { ...this.#stats, firstPictureMs: this.#firstPictureMs }
  }

  /** The picture of now as JPEG, at its full size unless a largest width is given; nothing when there is none. */
  async snapshot(maxWidthPx = FULL_SIZE_PX): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#surface.picture({ maxWidthPx, mayWait: false }))?.bytes
  }

  /** Draws the picture of now into the canvas, as large as that is. */
  paint(canvas: HTMLCanvasElement): Promise<void> {
    return paintPicture(this.#surface.element, canvas)
  }

  /** Stops for good and frees everything. */
  dispose(): void {
    this.#keepSnapshot()
    this.#channel = undefined
    this.talk.end()
    this.sound.onGone()
    this.#feeds.close()
    this.#surface.element.remove()
    this.#surface.dispose()
    this.#engine.remove(this)
    this.#setState({ kind: 'empty' })
    this.#listeners.clear()
    this.#pictureListeners.clear()
  }

  #wish(): Wish | undefined {
    if (this.#channel === undefined || this.#host === undefined) return undefined
    const { sn, chlIndex } = this.#channel
    return {
      sn,
      chlIndex,
      pace: this.#pace,
      // A recording holds what there is to hear, also when nobody listens.
      isHeard: this.sound.state.isOn || this.recording.isOn,
      volume: this.sound.state.isOn ? this.sound.volume : 0,
      ...this.#stream.choose(this.#engine.allowanceFor(this).gift),
    }
  }

  /** The size, where nobody has told it yet. Asked when all windows of a wall stand, so that the browser lays the page out once. */
  #measure(): void {
    if (this.#channel === undefined || this.#host === undefined || this.#stream.size.height > 0) return
    const { clientWidth, clientHeight } = this.#host
    this.#stream.size = { width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio }
  }

  /** For the engine: brings the feeds in line with what is to be seen. */
  reconcile(isHidden: boolean, source: SourceName): void {
    this.#measure()
    const { gift } = this.#engine.allowanceFor(this)
    this.#follow(gift === 'main' ? 'all' : gift)
    const isSeen = !isHidden || this.floating.isOn || this.recording.isOn
    const wish = isSeen ? this.#wish() : undefined
    if (wish === undefined) return this.#rest()
    if (this.#feeds.isOther(wish)) {
      const isResumed = this.#state.kind === 'paused' && isSameChannel(this.#shown, wish)
      if (!isResumed) this.floating.end()
      this.#stop(!isResumed)
      this.#shown = wish
      this.#connecting()
    }
    // A plugin that comes may draw by itself, and then nothing is left to record.
    const isHeld = this.recording.isOn && this.#feeds.source === 'relay'
    this.#feeds.follow(wish, this.#isPluginBad || isHeld ? 'relay' : source)
    this.#tellLess()
  }

  #follow(pace: Pace): void {
    if (pace === this.#pace) return
    this.#pace = pace
    this.#engine.port.send({ op: 'pace', window: this.winIndex, pace })
  }

  get #playing(): WindowState {
    const less = this.#less()
    return { kind: 'playing', ...(less && { less }) }
  }

  /** While it plays, what it shows may become less, or more. */
  #tellLess(): void {
    if (this.isPlaying) this.#tell(this.#playing)
  }

  /** What it shows less than it would by its size, and why. */
  #less(): Less | undefined {
    const { limit } = this.#engine.allowanceFor(this)
    if (this.#pace !== 'all') return { shows: this.#pace, limit }
    return this.areaPx > 0 ? this.#stream.less(this.#stats?.stream, limit) : undefined
  }

  #rest(): void {
    const isPaused = this.#channel !== undefined
    this.floating.end()
    if (isPaused) this.#keepSnapshot()
    if (this.#feeds.isBusy || !isPaused) this.#stop(!isPaused)
    this.#setState({ kind: isPaused ? 'paused' : 'empty' })
  }

  #stop(isBlank: boolean): void {
    this.talk.onLost()
    this.#feeds.close()
    this.#engine.port.send({ op: 'stop', window: this.winIndex, isBlank })
    this.#stats = undefined
    this.begun = undefined
    this.newest = undefined
    if (isBlank) this.#hasPlayed = false
    if (isBlank) this.sound.onGone()
    if (!isBlank || this.#shown === undefined) return
    this.#surface.renew()
    this.#shown = undefined
  }

  #connecting(): void {
    this.#connectingSinceMs = performance.now()
    this.#firstPictureMs = undefined
    this.#setState({ kind: 'connecting' })
    this.#timeout = setTimeout(() => this.#setState({ kind: 'failed', fault: 'timeout', sinceMs: steadyNowMs() }), CONNECT_TIMEOUT_MS)
  }

  /** What is seen comes by this feed from now on; false when it is none of this window. */
  #shows(feed: number): boolean {
    if (!this.#feeds.shows(feed)) return false
    this.talk.onSource(this.source)
    return true
  }

  onPlaying(feed: number, first?: NewestPicture): void {
    if (!this.#shows(feed) || this.#channel === undefined) return
    this.begun = first
    this.#hasPlayed = true
    this.#firstPictureMs ??= performance.now() - this.#connectingSinceMs
    this.#setState(this.#playing)
    this.#snapshots.begin(this.#surface, this.#channel)
  }

  onNewest(feed: number, picture: NewestPicture): void {
    if (!this.#feeds.isCurrent(feed) || !this.isPlaying) return
    this.newest = picture
    // Its state is what it was: how new its picture is has changed.
    this.#tellListeners()
  }

  onStalled(feed: number, sinceMs: number): void {
    if (!this.#shows(feed)) return
    // One picture has come: its connection was good, and is renewed when it stands still.
    this.#hasPlayed = true
    this.#setStalled(sinceMs)
  }

  #setStalled(sinceMs: number): void {
    this.#keepSnapshot()
    this.#setState({ kind: 'stalled', sinceMs })
  }

  onFault(feed: number, fault: StreamFault, sinceMs: number = steadyNowMs()): void {
    if (this.#feeds.sourceOf(feed) === 'plugin') {
      this.#isPluginBad = true
      this.#feeds.abandon(feed)
      this.#watchHandover(sinceMs)
      this.#engine.pluginFailed()
      return this.#engine.changed(this)
    }
    if (!this.#feeds.isCurrent(feed)) return
    // Without a connection there is no news of the camera: its last picture grows old until it has to be called stalled.
    if (fault === 'lost' && (this.isPlaying || this.#state.kind === 'stalled')) return
    if (fault !== 'lost') this.#hasPlayed = false
    this.#keepSnapshot()
    this.#setState({ kind: 'failed', fault, sinceMs })
  }

  /** With the feed that showed gone, nobody notices that its last picture grows old unless another one takes over soon. */
  #watchHandover(sinceMs: number): void {
    if (!this.isPlaying || this.#feeds.source !== undefined) return
    clearTimeout(this.#timeout)
    this.#timeout = setTimeout(() => this.#setStalled(sinceMs), HANDOVER_MS)
  }

  onStats(feed: number, stats: WindowStats): void {
    if (!this.#feeds.isCurrent(feed)) return
    const before = this.ratio
    this.#stats = stats
    this.#tellLess()
    if (this.ratio !== before) this.#tellPicture()
  }

  onFragment(fragment: Fragment): void {
    this.#surface.takeFragment(fragment)
  }

  forgivePlugin(): void {
    this.#isPluginBad = false
  }

  #keepSnapshot(): void {
    if (this.isPlaying && this.#shown !== undefined) void this.#snapshots.keep(this.#surface, this.#shown)
  }

  #setState(state: WindowState): void {
    clearTimeout(this.#timeout)
    if (state.kind !== 'playing') this.#snapshots.stop()
    this.#tell(state)
  }

  #tell(state: WindowState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    this.#tellListeners()
  }

  #tellListeners(): void {
    for (const listener of this.#listeners) listener()
  }

  #tellPicture(): void {
    for (const listener of this.#pictureListeners) listener()
  }
}
