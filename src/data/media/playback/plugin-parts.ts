import type { PlaybackSpeed } from '#contract/playback-api.ts'
import type { PluginSpeed } from '#contract/plugin/commands/set-playback-speed.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import type { MediaCore } from '../media-core.ts'
import { CLOUD_RANGE, cloudRangeMs } from './cloud-range.ts'

type Ask = Extract<PastAsk, { op: 'past' }>

/** How a tab plays. */
export interface Pace {
  speed: PlaybackSpeed
  isBackwards: boolean
}

interface PartEvents {
  /** The tab has no media socket to the plugin, which waits for one under this address. */
  onAddress(mediaUrl: string): void
  /** The plugin does not play what it was asked for. */
  onFault(): void
}

/** How fast the plugin sends a part: faster than it is seen, so that it is there in time. What is seen backwards is needed whole. */
function pluginSpeedFor({ speed, isBackwards }: Pace, pictures: Ask['pictures']): PluginSpeed {
  if (pictures === 'key') return 16
  return isBackwards || speed > 1 ? 4 : 2
}

/** The parts of the past that the plugin plays for this tab, each in a window of its own. */
export class PluginParts {
  readonly #core: MediaCore
  readonly #events: PartEvents
  readonly #open = new Map<number, Ask>()
  #pace: Pace = { speed: 1, isBackwards: false }

  constructor(core: MediaCore, events: PartEvents) {
    this.#core = core
    this.#events = events
  }

  take(ask: PastAsk): void {
    if (ask.op === 'past') void this.#play(ask)
    else this.#stop(ask.channel)
  }

  /** The tab plays at this pace from now on. */
  follow(pace: Pace): void {
    const before = this.#pace
    this.#pace = pace
    for (const [winIndex, { pictures }] of this.#open) {
      const speed = pluginSpeedFor(pace, pictures)
      // A part that is over meanwhile needs no speed.
      if (speed !== pluginSpeedFor(before, pictures)) this.#setSpeed(winIndex, speed).catch(() => undefined)
    }
  }

  /** The plugin is gone, and all that it played. */
  forget(): void {
    this.#open.clear()
  }

  async #play(ask: Ask): Promise<void> {
    const { channel: winIndex, sn, chlIndex, stream, from = 'local', startMs, endMs, pictures } = ask
    const window = { tabId: this.#core.tabId, winIndex }
    this.#open.set(winIndex, ask)
    try {
      const rangeMs = cloudRangeMs(localStorage.getItem(CLOUD_RANGE))
      const { mediaUrl } = await this.#core.ask('pluginPlayback', { ...window, sn, chlIndex, stream, from, startMs, endMs, rangeMs })
      if (this.#open.get(winIndex) !== ask) return this.#stop(winIndex)
      if (mediaUrl !== undefined) this.#events.onAddress(mediaUrl)
      if (pictures === 'key') await this.#core.ask('pluginSetPlayMode', { ...window, playMode: 'keyFramePlay' })
      await this.#setSpeed(winIndex, pluginSpeedFor(this.#pace, pictures))
    } catch {
      if (this.#open.get(winIndex) === ask) this.#events.onFault()
    }
  }

  async #setSpeed(winIndex: number, speed: PluginSpeed): Promise<void> {
    await this.#core.ask('pluginSetSpeed', { tabId: this.#core.tabId, winIndex, speed })
  }

  #stop(winIndex: number): void {
    this.#open.delete(winIndex)
    // Without a plugin there is nothing left to stop.
    this.#core.ask('pluginStop', { tabId: this.#core.tabId, winIndex }).catch(() => undefined)
  }
}
