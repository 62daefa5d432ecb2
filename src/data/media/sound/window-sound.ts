import type { FromMediaWorker } from '#contract/media-api.ts'
import type { SoundFigures } from '#contract/sound-worklet-api.ts'
import type { MediaPort } from '../media-port.ts'
import type { SoundRefusal } from '../../../lib/sound-refusal.ts'
import type { SoundDevice } from './sound-device.ts'
import { DisplayWatch } from './display-watch.ts'
import { SoundOutput } from './sound-output.ts'
import type { SoundState } from './sound-state.ts'

/** Longer than a sound card takes to begin. A browser that holds a page back does not say so: it lets it wait. */
const BEGIN_WITHIN_MS = 3_000

interface Door {
  winIndex: number
  port: MediaPort
  device: SoundDevice
  /** The element of the pictures. */
  element: HTMLElement
  /** Whether somebody listens, or how loud it is, has changed. */
  onHeard: () => void
}

/** The sound of one window: off until somebody turns it on. */
export class WindowSound {
  readonly #door: Door
  readonly #listeners = new Set<() => void>()
  #state: SoundState = { source: 'unknown', isOn: false }
  #output: SoundOutput | undefined
  #display: DisplayWatch | undefined
  #volume = 100
  /** Rises with each attempt to be heard, and when it is given up: what an older one comes to does not count any more. */
  #attempt = 0
  /** A plugin plays it in a window of its own, and not this page. */
  #isDrawn = false

  constructor(door: Door) {
    this.#door = door
  }

  /** A new object for each change. */
  get state(): SoundState {
    return this.#state
  }

  get figures(): SoundFigures | undefined {
    return this.#output?.figures
  }

  /** The way to the loudspeaker, while there is one. */
  get output(): SoundOutput | undefined {
    return this.#output
  }

  /** Percent. */
  get volume(): number {
    return this.#volume
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * To be called in a click. Answers why nothing is heard, if that is so. Where the browser holds the page back, it stays turned on: it is heard as
   * soon as it may be.
   */
  async turnOn(): Promise<SoundRefusal | undefined> {
    if (this.#state.isOn) return undefined
    this.#set({ isOn: true })
    this.#door.onHeard()
    const { promise: held, resolve } = Promise.withResolvers<SoundRefusal>()
    const opened = this.#open()
    const attempt = this.#attempt
    const timer = setTimeout(() => this.#door.device.isHeld && resolve('held'), BEGIN_WITHIN_MS)
    const refusal = await Promise.race([opened, held])
    clearTimeout(timer)
    return attempt === this.#attempt || refusal === 'none' ? refusal : undefined
  }

  async #open(): Promise<SoundRefusal | undefined> {
    if (this.#isDrawn) return undefined
    const { device, port, winIndex } = this.#door
    const attempt = ++this.#attempt
    try {
      const output = await SoundOutput.open(device, this)
      if (attempt !== this.#attempt) {
        output.close()
        return undefined
      }
      this.#output = output
      output.setVolume(this.#volume)
      const frames = output.frames()
      port.send({ op: 'sound', window: winIndex, frames }, [frames])
      this.#watchDisplay()
      return undefined
    } catch {
      if (attempt !== this.#attempt) return undefined
      this.turnOff()
      return 'none'
    }
  }

  #watchDisplay(): void {
    const { element, port, winIndex: window } = this.#door
    // Media Source Extensions tell it anyhow.
    if (!(element instanceof HTMLVideoElement) || element.srcObject === null) return
    this.#display = new DisplayWatch(element, (toldUs, seenMs) => port.send({ op: 'seen', window, toldUs, seenMs }))
  }

  turnOff(): void {
    if (!this.#state.isOn) return
    this.#close()
    this.#set({ isOn: false })
    this.#door.onHeard()
  }

  #close(): void {
    const { device, port, winIndex } = this.#door
    this.#attempt += 1
    this.#output?.close()
    this.#output = undefined
    this.#display?.close()
    this.#display = undefined
    port.send({ op: 'sound', window: winIndex })
    device.leave(this)
  }

  /** Percent. */
  setVolume(percent: number): void {
    this.#volume = percent
    this.#output?.setVolume(percent)
    this.#door.onHeard()
  }

  /** For the window: what the worker says of its camera. */
  onSource({ format, isUnsupported }: Pick<Extract<FromMediaWorker, { op: 'sound' }>, 'format' | 'isUnsupported'>): void {
    this.#set({ source: format === undefined ? 'none' : isUnsupported === true ? 'unsupported' : 'there' })
    if (!this.#isDrawn) return
    this.#isDrawn = false
    if (this.#state.isOn) void this.#open()
  }

  /** For the window: a plugin draws it from now on, and plays its sound, of which it says nothing. */
  onDrawn(): void {
    this.#isDrawn = true
    this.#close()
    this.#set({ source: 'there' })
  }

  /** For the window: it shows nothing any more, or something else. Sound that was on stays on for what comes next only if it is the same camera. */
  onGone(): void {
    this.turnOff()
    this.#isDrawn = false
    this.#set({ source: 'unknown' })
  }

  #set(change: Partial<SoundState>): void {
    const next = { ...this.#state, ...change }
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
