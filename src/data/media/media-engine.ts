import type { StreamFault } from '#contract/enums.ts'
import type { PastNews, PastPreviewNews } from '#contract/playback-api.ts'
import type { Fragment, NewestPicture, ReplayState, SinkKind, SourceName, WindowStats } from '#contract/media-api.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { Budgets, type Spender } from './budgets.ts'
import { appMediaCore, type MediaCore } from './media-core.ts'
import { MediaPort, type MediaNews } from './media-port.ts'
import { mediaState } from './media-state.ts'
import { PluginSource } from './plugin-source.ts'
import { RelaySource } from './relay-source.ts'
import { SoundDevice } from './sound/sound-device.ts'
import { chooseSink } from './surface.ts'
import type { WindowSound } from './sound/window-sound.ts'
import type { WindowTalk } from './sound/window-talk.ts'
import type { SourceEvents } from './video-source.ts'
import type { WindowRecording } from './window-recording.ts'

/** A plugin that failed a window while it is there is asked again after this time. */
const PLUGIN_RETRY_MS = 30_000
/** How often the core hears that live video is playing. */
const ACTIVITY_MS = 60_000
/** What its socket tells of the line to the relay. */
const lineAfter = { open: 'unknown', answering: 'alive', heard: 'alive', silent: 'silent', closed: 'unknown' } as const

/** What the engine needs of a window. */
export interface EngineWindow extends Spender {
  readonly isPlaying: boolean
  readonly sound: Pick<WindowSound, 'onSource' | 'onDrawn'>
  readonly talk: Pick<WindowTalk, 'onNews' | 'onLost'>
  /** Its place on the page, while it has one. */
  readonly host: HTMLElement | undefined
  /** Played before the connection was lost, and goes on by itself when it is back. */
  readonly isAwaited: boolean
  /** Brings its feeds in line with what it is to show. */
  reconcile(isHidden: boolean, source: SourceName): void
  /** Without its first picture it is drawn by somebody else. */
  onPlaying(feed: number, first?: NewestPicture): void
  /** What is counted would tell of this picture too late. */
  onNewest(feed: number, picture: NewestPicture): void
  onStalled(feed: number, sinceMs: number): void
  /** `sinceMs`: since when, if the worker knows it. */
  onFault(feed: number, fault: StreamFault, sinceMs?: number): void
  onStats(feed: number, stats: WindowStats): void
  onFragment(fragment: Fragment): void
  readonly replay: { take(state: ReplayState | undefined): void }
  readonly recording: Pick<WindowRecording, 'onPiece' | 'onEnd'>
  /** The plugin may be asked again. */
  forgivePlugin(): void
}

/** What the engine tells the playback of its tab. */
interface EnginePast {
  take(news: PastNews): void
  takePreview(news: PastPreviewNews): void
  /** What the media worker asks of the plugin. */
  ask(ask: PastAsk): void
  /** The plugin is there, or is not any more, or may be asked again. */
  pluginChanged(): void
  /** What the plugin played for this tab is lost. */
  pluginLost(): void
}

/** The video path of a tab: its media worker, its two sources, and what all windows have in common. */
export class MediaEngine {
  readonly core: MediaCore
  readonly port: MediaPort
  readonly soundDevice = new SoundDevice()
  readonly sink: SinkKind = chooseSink()
  readonly sources: { relay: RelaySource; plugin: PluginSource }
  /** What is played back, once there is such a thing. */
  past: EnginePast | undefined
  readonly #windows = new Map<number, EngineWindow>()
  readonly #changed = new Set<EngineWindow>()
  readonly #budgets = new Budgets()
  /** Pictures of all windows until the last second: shown, and dropped since they were too many. */
  #frames = { shown: 0, tooMany: 0 }
  #pluginRetry: ReturnType<typeof setTimeout> | undefined
  /** What is known of the line to the relay: nothing yet, as of a relay of before, that it lives, or that nothing comes by it. */
  #relayLine: (typeof lineAfter)[keyof typeof lineAfter] = 'unknown'
  #known: { isThere: boolean; isReachable: boolean; plugin: string; offsetMs: number }

  constructor(core: MediaCore) {
    this.core = core
    this.port = new MediaPort((news) => this.#take(news))
    if (!core.keepsPast) this.port.send({ op: 'keep-nothing' })
    const events: SourceEvents = {
      onFault: (feed, fault) => this.#windows.get(feed.window)?.onFault(feed.id, fault),
      onDrawn: (feed) => {
        const window = this.#windows.get(feed.window)
        window?.onPlaying(feed.id)
        window?.sound.onDrawn()
        this.#noteState()
      },
      hostOf: (window) => this.#windows.get(window)?.host,
    }
    this.sources = { relay: new RelaySource(core, this.port, events), plugin: new PluginSource(core, this.port, events) }
    this.#known = this.#look()
    this.port.send({ op: 'clock', offsetMs: this.#known.offsetMs })
    core.onState(() => this.#followCore())
    document.addEventListener('visibilitychange', () => this.#changeAll())
    setInterval(() => {
      if (this.#isWatching()) void core.ask('noteActivity')
    }, ACTIVITY_MS)
    mediaState.decoder = this.sink === 'mse' ? 'mse' : 'webcodecs'
  }

  add(window: EngineWindow): void {
    this.#windows.set(window.winIndex, window)
  }

  remove(window: EngineWindow): void {
    if (this.#windows.get(window.winIndex) !== window) return
    this.#windows.delete(window.winIndex)
    this.port.send({ op: 'dispose', window: window.winIndex })
    this.#noteState()
  }

  /** What this window may show, and what keeps it from more. What MSE plays is no less work with fewer pictures. */
  allowanceFor(window: EngineWindow): ReturnType<Budgets['allowanceFor']> {
    const { gift, limit } = this.#budgets.allowanceFor(window, [...this.#windows.values()])
    return { gift: this.sink === 'mse' && gift !== 'main' ? 'all' : gift, limit }
  }

  /** Something about a window has changed. All that change in one task are brought in line together, at its end. */
  changed(window: EngineWindow): void {
    if (this.#changed.size === 0) queueMicrotask(() => this.#reconcile())
    this.#changed.add(window)
  }

  #reconcile(): void {
    const windows = [...this.#changed]
    this.#changed.clear()
    const isHidden = document.visibilityState === 'hidden'
    const source = this.core.state.plugin.kind === 'loaded' ? 'plugin' : 'relay'
    for (const window of windows) window.reconcile(isHidden, source)
    this.#noteState()
  }

  /**
   * Live video is playing, or is expected back: a wall whose network is cut is not idle, however long that lasts, since its pictures
   * go on by themselves. A camera that is away while the service is there, a window that was cleared and a hidden page do not count.
   */
  #isWatching(): boolean {
    return [...this.#windows.values()].some((window) => window.isPlaying || (!this.#known.isReachable && window.isAwaited))
  }

  #changeAll(): void {
    for (const window of this.#windows.values()) this.changed(window)
  }

  #noteState(): void {
    const used = [...this.#windows.values()].map((window) => window.source).filter((source) => source !== undefined)
    mediaState.windows = used.length
    mediaState.path = used.includes('plugin') ? 'plugin' : (used[0] ?? 'none')
    if (used.length > 0) return
    mediaState.decodeLoad = 0
    this.#budgets.forget()
  }

  #look() {
    const { session, push, plugin, isServiceReachable, clockOffsetMs } = this.core.state
    const isReachable = isServiceReachable && push === 'open' && session.kind === 'signed-in'
    return { isThere: isServiceReachable, isReachable, plugin: plugin.kind, offsetMs: clockOffsetMs }
  }

  #followCore(): void {
    const before = this.#known
    const now = this.#look()
    this.#known = now
    if (now.offsetMs !== before.offsetMs) this.port.send({ op: 'clock', offsetMs: now.offsetMs })
    if (now.isThere && !before.isThere) this.#doubtRelay()
    if (now.isReachable && !before.isReachable) this.#renewRelay()
    if (now.plugin !== before.plugin) this.#askPluginAgain()
  }

  /** The service is there again: what was opened before is replaced where it stands still, and where it still seems to play it is asked. */
  #doubtRelay(): void {
    this.sources.relay.openAgain()
    if (this.#standsStill) this.#renewRelay()
    else this.port.send({ op: 'doubt', source: 'relay' })
  }

  /** The service is there: what stands still, though it played, plays on by another connection, as its own one is dead. */
  #renewRelay(): void {
    if (!this.#standsStill) return this.sources.relay.retryNow()
    // Who is spoken to hears nothing any more either, and the worker tells only of ends that it has not been told to make.
    if (this.sources.relay.renew()) this.#loseTalks('relay')
  }

  #loseTalks(source: SourceName): void {
    for (const window of this.#windows.values()) if (window.source === source) window.talk.onLost()
  }

  /** Nothing comes any more, though nobody has said that a connection ended: a dead line does not tell that it is dead. */
  async #lookAtLine(): Promise<void> {
    if (await this.core.ask('isServiceThere').catch(() => false)) this.#renewRelay()
  }

  /**
   * Nothing that is awaited of the relay comes by its line, be it live or of the past. Where the relay answers for the line, pictures that stand still are
   * those of a camera that pauses, and who talks to it goes on talking; else they are all that can be known.
   */
  get #standsStill(): boolean {
    if (this.#relayLine !== 'unknown') return this.#relayLine === 'silent'
    const windows = [...this.#windows.values()].filter(({ source }) => source === 'relay')
    return windows.some(({ isAwaited }) => isAwaited) && !windows.some(({ isPlaying }) => isPlaying)
  }

  #askPluginAgain(): void {
    clearTimeout(this.#pluginRetry)
    this.#pluginRetry = undefined
    for (const window of this.#windows.values()) window.forgivePlugin()
    this.past?.pluginChanged()
    this.#changeAll()
  }

  /** A window could not have the plugin and has gone to the relay. */
  pluginFailed(): void {
    this.#pluginRetry ??= setTimeout(() => this.#askPluginAgain(), PLUGIN_RETRY_MS)
  }

  #socketClosed({ source, code, attempt }: { source: SourceName; code: number; attempt: number }): void {
    this.#loseTalks(source)
    this.sources[source].socketClosed(code, attempt)
    if (source === 'plugin') this.past?.pluginLost()
  }

  #takeSocket(news: Extract<MediaNews, { op: 'socket' }>): void {
    if (news.source === 'relay') this.#relayLine = lineAfter[news.state]
    if (news.state === 'open') this.sources[news.source].socketOpened(news.attempt)
    else if (news.state === 'closed') this.#socketClosed(news)
    else if (news.state === 'silent') void this.#lookAtLine()
  }

  #take(news: MediaNews): void {
    switch (news.op) {
      case 'socket':
        return this.#takeSocket(news)
      case 'playing':
        this.#windows.get(news.window)?.onPlaying(news.feed, news)
        return this.#noteState()
      case 'newest':
        return this.#windows.get(news.window)?.onNewest(news.feed, news)
      case 'stalled':
        this.#windows.get(news.window)?.onStalled(news.feed, news.sinceMs)
        if (this.#standsStill) void this.#lookAtLine()
        return
      case 'failed':
        return this.#windows.get(news.window)?.onFault(news.feed, news.fault, news.sinceMs)
      case 'sound':
        return this.#windows.get(news.window)?.sound.onSource(news)
      case 'talk':
        return this.#windows.get(news.window)?.talk.onNews(news)
      case 'fragment':
        return this.#windows.get(news.window)?.onFragment(news)
      case 'replay':
        return this.#windows.get(news.window)?.replay.take(news.state)
      case 'past':
        return this.past?.take(news)
      case 'past-preview':
        return this.past?.takePreview(news)
      case 'past-ask':
        return this.past?.ask(news.ask)
      case 'recorded':
        return this.#windows.get(news.window)?.recording.onPiece(news.piece)
      case 'record-end':
        return this.#windows.get(news.window)?.recording.onEnd(news.why)
      case 'stats':
        for (const { window, feed, stats } of news.windows) this.#windows.get(window)?.onStats(feed, stats)
        mediaState.decodeLoad = news.decodeLoad
        this.#spend(news)
    }
  }

  /** What the last second has taken may change what the windows show. */
  #spend({ decodeLoad, relayLateMs, settledMs, windows }: Extract<MediaNews, { op: 'stats' }>): void {
    const before = this.#frames
    const sum = (count: (stats: WindowStats) => number) => windows.reduce((all, { stats }) => all + count(stats), 0)
    this.#frames = { shown: sum(({ framesShown }) => framesShown), tooMany: sum(({ framesTooMany }) => framesTooMany) }
    const shown = Math.max(0, this.#frames.shown - before.shown)
    const tooMany = Math.max(0, this.#frames.tooMany - before.tooMany)
    const second = { decodeLoad, relayLateMs, settledMs, dropped: tooMany === 0 ? 0 : tooMany / (tooMany + shown) }
    if (this.#budgets.note(second, [...this.#windows.values()])) this.#changeAll()
  }
}

let engine: MediaEngine | undefined

/** The one engine of this tab, started by its first window. */
export function mediaEngine(): MediaEngine {
  engine ??= new MediaEngine(appMediaCore)
  return engine
}
