import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { BurstUnit } from '#shared/media/gop.ts'
import { videoCodecOf } from '#contract/media.ts'
import type { DeviceUnit, StreamFormat } from '../../devices/gateway/device-stream.ts'
import type { Upstreams } from './upstream.ts'

/** What a channel does with its feeds. */
export interface FeedOwner {
  readonly sn: string
  readonly chlIndex: number
  readonly decodesH265: boolean
  onOpened(feed: Feed): void
  onUnits(feed: Feed, units: BurstUnit<DeviceUnit>[]): void
  onSound(feed: Feed, frame: DeviceUnit): void
  onFailed(feed: Feed): void
}

/** A viewer's channel taking part in one upstream. A channel has one feed, and two while it changes from one stream to the other. */
export class Feed {
  readonly stream: StreamKind
  readonly #owner: FeedOwner
  /** Known while the stream is open. */
  format: StreamFormat | undefined
  fault: StreamFault | undefined
  #leave: (() => void) | undefined

  constructor(owner: FeedOwner, stream: StreamKind) {
    this.#owner = owner
    this.stream = stream
  }

  /** Joins the upstream; the owner may hear of it before this returns. */
  join(upstreams: Upstreams): void {
    this.#enter(upstreams, false)
  }

  close(): void {
    this.#leave?.()
  }

  /** Takes part in the stream as it is filmed, or, once that turns out to be nothing that the viewer decodes, in its H.264 version. */
  #enter(upstreams: Upstreams, asH264: boolean): void {
    const owner = this.#owner
    const { sn, chlIndex, decodesH265 } = owner
    let hasLeft = false
    let unsubscribe: (() => void) | undefined
    const leave = () => {
      hasLeft = true
      unsubscribe?.()
    }
    this.#leave = leave
    unsubscribe = upstreams.subscribe(
      { sn, chlIndex, stream: this.stream, asH264 },
      {
        opened: (format) => {
          if (hasLeft) return
          if (asH264 || decodesH265 || videoCodecOf(format.codec) === 'h264') return this.#opened(format)
          leave()
          this.#enter(upstreams, true)
        },
        burst: (units) => hasLeft || owner.onUnits(this, units),
        unit: (unit) => hasLeft || owner.onUnits(this, [{ unit, isPreroll: unit.isPreroll }]),
        sound: (frame) => hasLeft || owner.onSound(this, frame),
        failed: (fault) => hasLeft || this.#failed(fault),
      },
    )
    if (hasLeft) unsubscribe()
  }

  #opened(format: StreamFormat): void {
    this.format = format
    this.fault = undefined
    this.#owner.onOpened(this)
  }

  #failed(fault: StreamFault): void {
    this.format = undefined
    this.fault = fault
    this.#owner.onFailed(this)
  }
}
