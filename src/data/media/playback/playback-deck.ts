import type { StreamKind } from '#contract/enums.ts'
import {
  FIRST_PAST_WINDOW,
  type PastClockState,
  type PastNews,
  type PastOrder,
  type PastPreviewNews,
  type PastShows,
  type PastWay,
} from '#contract/playback-api.ts'
import type { PastAsk, PastPlace } from '#contract/recorded-media.ts'
import type { SoundRefusal } from '../../../lib/sound-refusal.ts'
import { mediaEngine, type MediaEngine } from '../media-engine.ts'
import { PastPreview } from './past-preview.ts'
import { PastWindow } from './past-window.ts'
import { PluginParts } from './plugin-parts.ts'

/** A camera that is to be played back. */
export interface PlaybackCamera {
  sn: string
  chlIndex: number
  stream: StreamKind
}

const standing: PastClockState = {
  atMs: 0,
  sinceMs: 0,
  rate: 0,
  isPlaying: false,
  isWaiting: false,
  speed: 1,
  isBackwards: false,
}

function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** What a clock of a playback shows now, epoch ms of the recordings. */
export function timeOf({ atMs, sinceMs, rate }: PastClockState): number {
  return atMs + (nowMs() - sinceMs) * rate
}

/** The playback of this tab, from the page's side: its windows, and its clock as the media worker last told it. */
class PlaybackDeck {
  readonly #engine: MediaEngine
  readonly #windows = new Map<string, PastWindow>()
  readonly #listeners = new Set<() => void>()
  #nextWindow = FIRST_PAST_WINDOW
  readonly #parts: PluginParts
  /** What somebody points at. */
  readonly preview: PastPreview
  #clock = standing
  #by: PastWay = 'relay'
  /** It is there, and did not play what it was asked for. */
  #isPluginBad = false

  constructor(engine: MediaEngine = mediaEngine()) {
    this.#engine = engine
    engine.past = this
    this.preview = new PastPreview(engine)
    this.#parts = new PluginParts(engine.core, {
      onAddress: (mediaUrl) => engine.sources.plugin.connect(mediaUrl),
      onFault: () => this.pluginLost(),
    })
  }

  /** This browser can decode what is to be played back. */
  get isPossible(): boolean {
    return this.#engine.sink !== 'mse'
  }

  /** A new object for each change; `timeOf` reads it. */
  get clock(): PastClockState {
    return this.#clock
  }

  /** Which way the past comes. */
  get by(): PastWay {
    return this.#by
  }

  /** What the windows show, in no order. */
  get shows(): PastShows[] {
    return [...this.#windows.values()].map(({ state }) => state.shows)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** These cameras, in this order, and no others. A camera that is there goes on in the window that it has. */
  show(cameras: readonly PlaybackCamera[], from: PastPlace): PastWindow[] {
    const wanted = new Map(cameras.map((camera) => [JSON.stringify([camera.sn, camera.chlIndex, camera.stream, from]), camera]))
    for (const [key, window] of this.#windows) {
      if (wanted.has(key)) continue
      window.dispose()
      this.#windows.delete(key)
    }
    for (const [key, camera] of wanted)
      if (!this.#windows.has(key)) this.#windows.set(key, new PastWindow({ ...camera, from, window: this.#nextWindow++ }, this.#engine))
    const windows = [...wanted.keys()].map((key) => this.#windows.get(key)).filter((window) => window !== undefined)
    // Also while the plugin serves: where that goes away the relay goes on at the same moment.
    if (windows.length > 0) this.#engine.sources.relay.hold(this)
    else this.#engine.sources.relay.release(this)
    this.#showAll()
    return windows
  }

  #showAll(): void {
    this.#by = this.#way
    this.order({ kind: 'show', by: this.#by, cameras: [...this.#windows.values()].map(({ camera }) => camera) })
  }

  /** The plugin's, unless there is none, or one that draws by itself: it knows no clock that several windows could have in common. */
  get #way(): PastWay {
    const { plugin } = this.#engine.core.state
    return plugin.kind === 'loaded' && !plugin.isNative && !this.#isPluginBad ? 'plugin' : 'relay'
  }

  /** For the engine: the plugin may be asked, again or no more. */
  pluginChanged(): void {
    this.#isPluginBad = false
    if (this.#by !== this.#way) this.#goOn()
  }

  /** For the engine: what it played is lost. */
  pluginLost(): void {
    if (this.#by !== 'plugin') return
    this.#isPluginBad = true
    this.#parts.forget()
    this.#engine.pluginFailed()
    this.#goOn()
  }

  #goOn(): void {
    this.#showAll()
    this.#tell()
  }

  /** For the engine: what the media worker asks of the plugin. */
  ask(ask: PastAsk): void {
    this.#parts.take(ask)
  }

  /** Lets this window be heard, and no other. To be called in a click: browsers let no page sound by itself. Answers why it is not heard, if it is not. */
  hear(window: PastWindow): Promise<SoundRefusal | undefined> {
    for (const one of this.#windows.values()) if (one !== window) one.sound.turnOff()
    return window.sound.turnOn()
  }

  order(order: PastOrder): void {
    this.#engine.port.send({ op: 'past', order })
  }

  /** For the engine: what the media worker tells. */
  take({ clock, windows }: PastNews): void {
    for (const state of windows) for (const window of this.#windows.values()) if (window.camera.window === state.window) window.take(state)
    this.#clock = clock
    this.#parts.follow(clock)
    this.#tell()
  }

  /** For the engine: what the media worker tells of what is pointed at. */
  takePreview(news: PastPreviewNews): void {
    this.preview.take(news)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Nothing is shown any more; the clock stays where it is. */
  end(): void {
    this.show([], 'local')
    this.order({ kind: 'end' })
  }
}

let made: PlaybackDeck | undefined

/** The one playback of this tab. */
export function playbackDeck(): PlaybackDeck {
  made ??= new PlaybackDeck()
  return made
}
