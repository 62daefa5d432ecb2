import type { StreamFault } from '#contract/enums.ts'
import { Gop, type BurstUnit } from '#shared/media/gop.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Now } from '../../runtime/clock.ts'
import type { DeviceLinks } from '../../devices/device-links.ts'
import type { DeviceStream, DeviceUnit, StreamFormat, StreamSink } from '../../devices/gateway/device-stream.ts'

/** A stream that nobody watches is kept this long, for those who only change their layout. */
const LINGER_MS = 10_000

/** Who watches an upstream. `opened` and `failed` as for a device's stream; `burst` comes once, after `opened`, when there are units already. */
export interface Subscriber {
  opened(format: StreamFormat): void
  burst(units: BurstUnit<DeviceUnit>[]): void
  unit(unit: DeviceUnit): void
  sound(frame: DeviceUnit): void
  failed(fault: StreamFault): void
}

type State = { kind: 'opening' } | { kind: 'live'; format: StreamFormat } | { kind: 'failed'; fault: StreamFault }

/** One stream of one channel as it comes from its device, for all its viewers, with its last group of pictures. */
class Upstream implements StreamSink {
  readonly #subscribers = new Set<Subscriber>()
  /** Those of them who came when there was nothing to begin with: they are told so, and take part from the next key frame on. */
  readonly #waiting = new Set<Subscriber>()
  readonly #gop = new Gop<DeviceUnit>()
  #state: State = { kind: 'opening' }

  get isWatched(): boolean {
    return this.#subscribers.size > 0
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
    if (this.#state.kind === 'failed') subscriber.failed(this.#state.fault)
    if (this.#state.kind !== 'live') return
    if (this.#gop.waitsForKey) {
      this.#waiting.add(subscriber)
      return subscriber.failed('no-key-frame')
    }
    subscriber.opened(this.#state.format)
    const units = this.#gop.burst()
    if (units.length > 0) subscriber.burst(units)
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    this.#waiting.delete(subscriber)
  }

  opened(format: StreamFormat): void {
    this.#gop.clear()
    this.#waiting.clear()
    this.#state = { kind: 'live', format }
    for (const subscriber of this.#subscribers) subscriber.opened(format)
  }

  unit(unit: DeviceUnit): void {
    this.#gop.push(unit)
    if (unit.isKey) this.#letBegin()
    for (const subscriber of this.#begun()) subscriber.unit(unit)
  }

  /** Never kept: sound of the past is of no use to whoever joins. */
  sound(frame: DeviceUnit): void {
    for (const subscriber of this.#begun()) subscriber.sound(frame)
  }

  failed(fault: StreamFault): void {
    this.#gop.clear()
    this.#waiting.clear()
    this.#state = { kind: 'failed', fault }
    for (const subscriber of this.#subscribers) subscriber.failed(fault)
  }

  *#begun(): Generator<Subscriber> {
    for (const subscriber of this.#subscribers) if (!this.#waiting.has(subscriber)) yield subscriber
  }

  #letBegin(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    if (this.#state.kind === 'live') for (const subscriber of waiting) subscriber.opened(this.#state.format)
  }
}

interface Entry {
  upstream: Upstream
  close: () => void
  /** Set while nobody watches. */
  endsAtMs?: number
}

/** The upstreams that are open: one for each stream that anybody watches, shared by all who do. */
export class Upstreams {
  readonly #links: Pick<DeviceLinks, 'openStream'>
  readonly #now: Now
  readonly #open = new Map<string, Entry>()

  constructor(links: Pick<DeviceLinks, 'openStream'>, now: Now) {
    this.#links = links
    this.#now = now
  }

  get size(): number {
    return this.#open.size
  }

  /** Has `subscriber` told of this stream until the function answered with is called. It may be told before this returns. */
  subscribe(address: Omit<DeviceStream, 'sink'>, subscriber: Subscriber): () => void {
    const { sn, chlIndex, stream, asH264 = false } = address
    const key = `${channelKey(sn, chlIndex)} ${stream}${asH264 ? ' as H.264' : ''}`
    const entry = this.#open.get(key) ?? this.#begin(key, address)
    entry.endsAtMs = undefined
    entry.upstream.add(subscriber)
    return () => {
      entry.upstream.remove(subscriber)
      if (!entry.upstream.isWatched) entry.endsAtMs = this.#now() + LINGER_MS
    }
  }

  /** Ends the streams that nobody came back to. */
  sweep(): void {
    for (const [key, { endsAtMs, close }] of this.#open) {
      if (endsAtMs === undefined || this.#now() < endsAtMs) continue
      this.#open.delete(key)
      close()
    }
  }

  #begin(key: string, address: Omit<DeviceStream, 'sink'>): Entry {
    const upstream = new Upstream()
    const entry: Entry = { upstream, close: this.#links.openStream({ ...address, sink: upstream }) }
    this.#open.set(key, entry)
    return entry
  }
}
