import { RtspSession, type RtspSessionOptions, type SessionFormat } from '#device/bridge/rtsp/client.ts'
import type { RtspFault } from '#device/bridge/rtsp/fault.ts'
import type { SoundFrame } from '#device/bridge/rtsp/sound-reader.ts'
import type { AccessUnit } from '#device/bridge/rtsp/video-reader.ts'

/** A session that keeps what it gets, and can wait for it. */
export class RtspRecorder {
  readonly units: AccessUnit[] = []
  readonly sounds: SoundFrame[] = []
  readonly formats: SessionFormat[] = []
  readonly session: RtspSession
  readonly closed: Promise<RtspFault>
  #fault: RtspFault | undefined
  #wake = () => {}

  /** `options` may leave the sound out: `onSound: undefined`. */
  constructor(url: string, options: Partial<RtspSessionOptions> = {}) {
    const closed = Promise.withResolvers<RtspFault>()
    this.closed = closed.promise
    this.session = new RtspSession({
      url,
      onSound: (frame) => {
        this.sounds.push(frame)
        this.#wake()
      },
      ...options,
      onUnit: (unit) => {
        this.units.push(unit)
        this.#wake()
      },
      onFormat: (format) => this.formats.push(format),
      onClose: (fault) => {
        this.#fault = fault
        closed.resolve(fault)
        this.#wake()
      },
    })
  }

  async until(count: number): Promise<AccessUnit[]> {
    return this.#until(this.units, count)
  }

  async untilHeard(count: number): Promise<SoundFrame[]> {
    return this.#until(this.sounds, count)
  }

  async #until<Item>(items: Item[], count: number): Promise<Item[]> {
    while (items.length < count && !this.#fault) await new Promise<void>((resolve) => (this.#wake = resolve))
    if (items.length < count) throw new Error(`ended after ${items.length}: ${this.#fault?.message}`)
    return items.slice(0, count)
  }
}
