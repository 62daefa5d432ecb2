import type { FromMediaWorker, SourceName } from '#contract/media-api.ts'
import type { TalkFault } from '#contract/sound.ts'
import type { MediaPort } from '../media-port.ts'
import { Microphone } from './microphone.ts'
import type { SoundDevice } from './sound-device.ts'
import type { MicrophoneFault, TalkState } from './sound-state.ts'

/** Whoever waits longer to be heard is told that it does not work. */
const ANSWER_MS = 10_000

interface Door {
  winIndex: number
  port: MediaPort
  device: SoundDevice
  /** Asks the source for the person to be heard, or ends that. False when there is no way to the camera now. */
  ask: (isOn: boolean) => boolean
}

/** A person's way to the loudspeaker of a window's camera. */
export class WindowTalk {
  readonly #door: Door
  readonly #listeners = new Set<() => void>()
  #state: TalkState = { kind: 'off' }
  #microphone: Microphone | undefined
  /** The talk that has been begun last, so that what belongs to an older one can be told. */
  #turn = 0
  #source: SourceName | undefined
  #deadline: ReturnType<typeof setTimeout> | undefined
  /** How loud the person is, from 0 to 1. */
  level = 0

  constructor(door: Door) {
    this.#door = door
  }

  /** A new object for each change. */
  get state(): TalkState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called in a click, or at a key. */
  async begin(): Promise<void> {
    if (this.#state.kind === 'asking' || this.#state.kind === 'on') return
    const turn = ++this.#turn
    this.#set({ kind: 'asking' })
    const microphone = await Microphone.open(this.#door.device, this, {
      onLevel: (level) => (this.level = level),
      onEnd: () => turn === this.#turn && this.#fail('missing'),
    })
    const isMicrophone = microphone instanceof Microphone
    if (turn !== this.#turn) return isMicrophone ? microphone.close() : undefined
    if (!isMicrophone) return this.#fail(microphone)
    this.#microphone = microphone
    if (!this.#door.ask(true)) return this.#fail('offline')
    this.#deadline = setTimeout(() => this.#fail('offline'), ANSWER_MS)
  }

  end(): void {
    if (this.#state.kind === 'off') return
    this.#close()
    this.#set({ kind: 'off' })
  }

  /** For the window: what the worker heard of it. */
  onNews({ isOn, fault = 'failed', talker }: Pick<Extract<FromMediaWorker, { op: 'talk' }>, 'isOn' | 'fault' | 'talker'>): void {
    if (this.#state.kind !== 'asking' && this.#state.kind !== 'on') return
    if (!isOn) return this.#fail(fault, talker)
    if (this.#microphone === undefined || this.#state.kind === 'on') return
    clearTimeout(this.#deadline)
    const samples = this.#microphone.samples()
    this.#door.port.send({ op: 'talk', window: this.#door.winIndex, samples }, [samples])
    this.#set({ kind: 'on' })
  }

  /** For the window: its pictures come from this source by now. A talk does not change its way. */
  onSource(source: SourceName | undefined): void {
    if (this.#source !== source) this.onLost()
    this.#source = source
  }

  /** For the window: the way to the camera is gone. */
  onLost(): void {
    if (this.#state.kind === 'asking' || this.#state.kind === 'on') this.#fail('offline')
  }

  #fail(reason: TalkFault | MicrophoneFault, talker?: string): void {
    this.#close()
    this.#set({ kind: 'failed', reason, talker })
  }

  #close(): void {
    const { port, device, winIndex, ask } = this.#door
    clearTimeout(this.#deadline)
    this.#turn += 1
    ask(false)
    port.send({ op: 'talk', window: winIndex })
    this.#microphone?.close()
    this.#microphone = undefined
    this.level = 0
    device.leave(this)
  }

  #set(state: TalkState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
