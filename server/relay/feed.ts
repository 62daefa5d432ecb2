import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { BurstUnit } from '#contract/gop.ts'
import type { DeviceUnit, StreamFormat } from '../gateway/device-stream.ts'
import type { Subscriber, Upstreams } from './upstream.ts'

/** What a channel does with its feeds. */
export interface FeedOwner {
  readonly sn: string
  readonly chlIndex: number
  onOpened(feed: Feed): void
  onUnits(feed: Feed, units: BurstUnit<DeviceUnit>[]): void
  onFailed(feed: Feed): void
}

/** A viewer's channel taking part in one upstream. A channel has one feed, and two while it changes from one stream to the other. */
export class Feed implements Subscriber {
  readonly stream: StreamKind
  readonly #owner: FeedOwner
  /** Known while the stream is open. */
  format: StreamFormat | undefined
  fault: StreamFault | undefined
  #leave: (() => void) | undefined
  #isClosed = false

  constructor(owner: FeedOwner, stream: StreamKind) {
    this.#owner = owner
    this.stream = stream
  }

  /** Joins the upstream; the owner may hear of it before this returns. */
  join(upstreams: Upstreams): void {
    this.#leave = upstreams.subscribe(this.#owner.sn, this.#owner.chlIndex, this.stream, this)
    if (this.#isClosed) this.#leave()
  }

  close(): void {
    this.#isClosed = true
    this.#leave?.()
  }

  opened(format: StreamFormat): void {
    this.format = format
    this.fault = undefined
    if (!this.#isClosed) this.#owner.onOpened(this)
  }

  burst(units: BurstUnit<DeviceUnit>[]): void {
    if (!this.#isClosed) this.#owner.onUnits(this, units)
  }

  unit(unit: DeviceUnit): void {
    if (!this.#isClosed) this.#owner.onUnits(this, [{ unit, isPreroll: unit.isPreroll }])
  }

  failed(fault: StreamFault): void {
    this.format = undefined
    this.fault = fault
    if (!this.#isClosed) this.#owner.onFailed(this)
  }
}
