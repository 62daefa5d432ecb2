import { setTimeout as pause } from 'node:timers/promises'
import type { TalkHandle, TalkSink } from '#device/agent/channel-source.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import type { Log } from '#shared/log.ts'
import { BackChannel, type BackChannelOptions } from './rtsp/back-channel.ts'

/** A camera that does not say so often whether it can be talked to is taken for one that cannot. */
const MOST_LOOKS = 3

interface CameraTalksOptions extends Pick<BackChannelOptions, 'url' | 'certificate'> {
  /** For the log, without credentials. */
  label: string
  log: Log
  /** The camera can be talked to, or no more. */
  onChange: () => void
}

/** The loudspeaker of a camera: whether it has one, and who talks through it. */
export class CameraTalks {
  readonly #options: CameraTalksOptions
  readonly #stopped = new AbortController()
  #looking: Promise<void> | undefined
  #isOffered = false

  constructor(options: CameraTalksOptions) {
    this.#options = options
  }

  /** As far as the camera has told. */
  get isOffered(): boolean {
    return this.#isOffered
  }

  /** Asks the camera, beside its pictures, whether it can be talked to. */
  look(): void {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#looking
  }

  open(sink: TalkSink): TalkHandle {
    const channel = new BackChannel({ ...this.#options, onClose: () => sink.failed('failed') })
    let isClosed = false
    void channel.open().then((fault) => {
      if (fault === 'unsupported') this.#learn(false)
      if (isClosed) return
      if (fault === undefined) return sink.opened()
      this.#options.log('info', `${this.#options.label}: nobody can talk to the camera now (${fault})`)
      sink.failed(fault)
    })
    return {
      sound: (unit) => channel.send(unit),
      close: () => {
        isClosed = true
        void channel.close()
      },
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopped
    for (let looks = 0; looks < MOST_LOOKS && !signal.aborted; looks += 1) {
      const channel = new BackChannel(this.#options)
      const leave = () => void channel.close()
      signal.addEventListener('abort', leave)
      const fault = await channel.look()
      signal.removeEventListener('abort', leave)
      if (signal.aborted) return
      if (fault !== 'offline') return this.#learn(fault === undefined)
      await pause(retryPauseMs(looks), undefined, { signal }).catch(() => {})
    }
    if (!signal.aborted) this.#learn(false)
  }

  #learn(isOffered: boolean): void {
    if (isOffered === this.#isOffered) return
    this.#isOffered = isOffered
    this.#options.log('info', `${this.#options.label}: people ${isOffered ? 'can' : 'cannot'} talk to the camera`)
    this.#options.onChange()
  }
}
