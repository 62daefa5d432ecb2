import type { PastOrder, PlaybackSpeed } from '#contract/playback-api.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import type { SoundRefusal } from '../../../lib/sound-refusal.ts'
import type { PlayedSpan, PlayerDeck, PlayerState } from '../../../lib/player-deck.ts'
import type { PastWindow } from './past-window.ts'
import { playbackDeck, timeOf, type PlaybackCamera } from './playback-deck.ts'

/** How often the time is told while it goes on. */
const LOOK_MS = 100
/** Until the media worker has heard of another moment, its clock tells of the one before. */
const HEARD_WITHIN_MS = 1_000
/** Its clock and the page's are of one machine, and differ by rounding. */
const SAME_CLOCK_MS = 5
const PERCENT = 100

function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** What one camera has recorded from one moment to another, as a player steers it. It is the playback of the tab, while it is open. */
export class PastClipDeck implements PlayerDeck {
  readonly span: PlayedSpan
  readonly #camera: PlaybackCamera
  readonly #deck = playbackDeck()
  readonly #listeners = new Set<() => void>()
  #window: PastWindow | undefined
  #state: PlayerState
  #soughtAtMs = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #stopHearing: (() => void) | undefined

  constructor(camera: PlaybackCamera, span: PlayedSpan) {
    this.#camera = camera
    this.span = span
    this.#state = { atMs: span.startMs, isPlaying: false, speed: 1, isOver: false, broken: new Map(), loop: undefined }
  }

  /** Plays it from its begin, by what the device or the cloud has. Answers its window. */
  open(from: PastPlace): PastWindow | undefined {
    this.#window = this.#deck.show([this.#camera], from)[0]
    this.#stopHearing ??= this.#deck.subscribe(() => this.#look())
    this.setSpeed(1)
    this.#playFromBegin()
    return this.#window
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  read = (): PlayerState => this.#state

  play(isPlaying: boolean): void {
    if (isPlaying && this.#state.isOver) return this.#playFromBegin()
    this.#deck.order({ kind: 'play', isPlaying })
    this.#plays(isPlaying)
  }

  #playFromBegin(): void {
    this.#goTo({ kind: 'seek', atMs: this.span.startMs, isPlaying: true })
    this.#plays(true)
  }

  #plays(isPlaying: boolean): void {
    this.#change({ isPlaying })
    clearInterval(this.#timer)
    this.#timer = isPlaying ? setInterval(() => this.#look(), LOOK_MS) : undefined
  }

  seek(atMs: number): void {
    this.#goTo({ kind: 'seek', atMs: Math.min(Math.max(this.span.startMs, atMs), this.span.endMs) })
  }

  #goTo(order: Extract<PastOrder, { kind: 'seek' }>): void {
    this.#soughtAtMs = nowMs()
    this.#deck.order(order)
    this.#change({ atMs: order.atMs, isOver: false })
  }

  setSpeed(speed: number): void {
    this.#deck.order({ kind: 'pace', speed: speed as PlaybackSpeed, isBackwards: false })
    this.#change({ speed })
  }

  step(pictures: 1 | -1): void {
    this.play(false)
    this.#change({ isOver: false })
    this.#deck.order({ kind: 'step', pictures })
  }

  setLoop(loop: PlayedSpan | undefined): void {
    this.#change({ loop })
  }

  async setSound(index: number | undefined, volume: number): Promise<SoundRefusal | undefined> {
    const sound = this.#window?.sound
    if (index !== undefined) sound?.setVolume(volume * PERCENT)
    else sound?.turnOff()
    return index === undefined ? undefined : sound?.turnOn()
  }

  async snapshot(): Promise<Blob | undefined> {
    const bytes = await this.#window?.snapshot()
    return bytes && new Blob([bytes], { type: 'image/jpeg' })
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stopHearing?.()
    this.#stopHearing = undefined
    this.#window = undefined
    this.#deck.end()
  }

  /** Learns the time, and ends or begins again where the end has come. */
  #look(): void {
    const { clock } = this.#deck
    const isOld = clock.sinceMs < this.#soughtAtMs - SAME_CLOCK_MS && nowMs() - this.#soughtAtMs < HEARD_WITHIN_MS
    if (isOld) return
    const atMs = Math.min(Math.max(this.span.startMs, timeOf(clock)), this.span.endMs)
    const { loop, isPlaying } = this.#state
    const endMs = loop?.endMs ?? this.span.endMs
    if (!isPlaying || atMs < endMs) return this.#change({ atMs })
    if (loop) return this.seek(loop.startMs)
    this.play(false)
    this.#change({ atMs, isOver: true })
  }

  #change(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
