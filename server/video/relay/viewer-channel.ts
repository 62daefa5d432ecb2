import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { BurstUnit } from '#shared/media/gop.ts'
import { STILL_MS, type Pace } from '#contract/media.ts'
import { PaceRule } from '#shared/media/pace-rule.ts'
import type { Now } from '../../runtime/clock.ts'
import type { DeviceUnit } from '../../devices/gateway/device-stream.ts'
import { Feed, type FeedOwner } from './feed.ts'
import type { FirstKeys } from './first-keys.ts'
import type { MediaSender } from './media-sender.ts'
import type { Upstreams } from './upstream.ts'

/** Congested twice within this time: the link does not carry the main stream. */
const AGAIN_WITHIN_MS = 10_000
const MAIN_AGAIN_AFTER_MS = 60_000
/** Behind an older key frame nothing waits: with the longest wait it would be looked at when it is older than two seconds, which viewers do not. */
const OLDEST_FIRST_MS = 1_500

interface ViewerChannelOptions {
  channel: number
  sn: string
  chlIndex: number
  decodesH265: boolean
  takesBundles: boolean
  wanted: StreamKind
  pace?: Pace | undefined
  sender: MediaSender
  firstKeys: FirstKeys
  upstreams: Upstreams
  now: Now
  /** A picture was not sent, as the link does not take more. */
  onDropped: () => void
}

/**
 * One window of a viewer: takes part in the stream that it wants, as long as it may and the link carries it. Changes from one
 * stream to the other at a key frame, so that the picture never stands still for it.
 */
export class ViewerChannel implements FeedOwner {
  readonly sn: string
  readonly chlIndex: number
  readonly decodesH265: boolean
  readonly #channel: number
  readonly #takesBundles: boolean
  readonly #sender: MediaSender
  readonly #firstKeys: FirstKeys
  readonly #upstreams: Upstreams
  readonly #now: Now
  readonly #onDropped: () => void
  #wanted: StreamKind
  /** Streams that the channel has; empty when that is not known. */
  #offered: readonly StreamKind[] = []
  /** The feed that is shown, and the one that takes its place at its first key frame. */
  #shown: Feed | undefined
  #next: Feed | undefined
  #deniedFault: StreamFault | undefined
  readonly #pace = new PaceRule(STILL_MS)
  #isClosed = false
  /** The viewer listens. */
  #isHeard = false
  #waitsForKey = true
  /** Nothing has been sent yet. */
  #isBeginning = true
  /** What has come behind the first key frame, until those of the viewer's other windows have been sent. */
  #behind: DeviceUnit[] | undefined
  /** It waits as the link took no more, and not as it has just begun. */
  #isBehind = false
  #congestedAtMs = Number.NEGATIVE_INFINITY
  /** Set while the sub stream stands in for the main one. */
  #mainAgainAtMs: number | undefined

  constructor(options: ViewerChannelOptions) {
    this.sn = options.sn
    this.chlIndex = options.chlIndex
    this.decodesH265 = options.decodesH265
    this.#channel = options.channel
    this.#wanted = options.wanted
    this.#pace.pace = options.pace ?? 'all'
    this.#takesBundles = options.takesBundles
    this.#sender = options.sender
    this.#firstKeys = options.firstKeys
    this.#upstreams = options.upstreams
    this.#now = options.now
    this.#onDropped = options.onDropped
    this.#firstKeys.ask(this)
  }

  /** The viewer may see the channel, which has these streams. */
  allow(offered: readonly StreamKind[]): void {
    this.#offered = offered
    this.#deniedFault = undefined
    if (this.#isClosed) return
    if (this.#shown !== undefined) return this.#adjust()
    this.#shown = new Feed(this, this.#streamToUse())
    this.#shown.join(this.#upstreams)
  }

  /** The viewer may not, or may not any more. */
  deny(fault: StreamFault): void {
    if (this.#isClosed || this.#deniedFault === fault) return
    this.#deniedFault = fault
    this.#leaveAll()
    this.#sender.say({ op: 'failed', channel: this.#channel, fault })
  }

  /** The viewer wants the other stream, or the same one again, and this many of its pictures. */
  want(stream: StreamKind, pace: Pace = 'all'): void {
    this.#wanted = stream
    this.#pace.pace = pace
    if (stream === 'sub') this.#mainAgainAtMs = undefined
    this.#adjust()
  }

  /** The viewer wants the sound too, or no more. */
  hear(isOn: boolean): void {
    this.#isHeard = isOn
  }

  /** Tries the main stream again when its time has come. */
  sweep(): void {
    if (this.#mainAgainAtMs === undefined || this.#now() < this.#mainAgainAtMs) return
    this.#mainAgainAtMs = undefined
    this.#adjust()
  }

  close(): void {
    this.#isClosed = true
    this.#leaveAll()
  }

  onOpened(feed: Feed): void {
    if (feed === this.#shown) this.#sayConfig(feed)
  }

  onFailed(feed: Feed): void {
    if (feed.fault === undefined) return
    if (feed === this.#shown) {
      this.#letGo()
      this.#sender.say({ op: 'failed', channel: this.#channel, fault: feed.fault })
    } else if (feed === this.#next && feed.fault !== 'no-key-frame') {
      // The other stream cannot be had: this one stays, and the viewer is told which it sees.
      this.#dropNext()
      if (this.#shown?.format !== undefined) this.#sayConfig(this.#shown)
    }
  }

  /** `units` is a burst that begins with a key frame, or one unit. */
  onUnits(feed: Feed, units: BurstUnit<DeviceUnit>[]): void {
    const isKey = units[0]?.unit.isKey ?? false
    if (feed === this.#next && isKey && !this.#sender.isCongested) this.#change(feed)
    if (feed !== this.#shown) return
    if (isKey && this.#behind !== undefined) this.#letGo()
    if (this.#behind === undefined) this.#take(units, isKey)
    else for (const { unit } of units) this.#behind.push(unit)
  }

  #take(units: BurstUnit<DeviceUnit>[], isKey: boolean): void {
    if (this.#sender.isCongested) {
      if (isKey || !this.#waitsForKey) this.#noteCongestion()
      this.#waitsForKey = true
      this.#isBehind = true
    } else if (isKey) {
      this.#waitsForKey = false
      this.#isBehind = false
    }
    if (this.#waitsForKey) for (const _ of units) this.#drop()
    else if (this.#isBeginning) this.#begin(units)
    else this.#send(units)
  }

  /**
   * Has the viewer's other windows get their key frames before what stands behind this one. Not for a viewer that takes no bundles: what stands behind
   * would come to it in as many messages all the same, and it may be a plugin, whose own viewers see a newer picture already.
   */
  #begin(units: BurstUnit<DeviceUnit>[]): void {
    this.#isBeginning = false
    const [first, ...behind] = units
    const canWait = this.#takesBundles && first?.isPreroll === true
    if (first === undefined || !canWait || this.#now() - first.unit.captureMs > OLDEST_FIRST_MS) {
      this.#send(units)
      return this.#firstKeys.leave(this)
    }
    this.#send([first])
    this.#behind = behind.map(({ unit }) => unit)
    this.#firstKeys.begin(this, () => this.#goOn())
  }

  /** Sends what has waited behind the first key frame; all but the newest is past by now. */
  #goOn(): void {
    const behind = this.#behind ?? []
    this.#behind = undefined
    if (behind.length === 0) return
    this.#take(
      behind.map((unit, index) => ({ unit, isPreroll: index < behind.length - 1 })),
      false,
    )
  }

  /** Nothing waits for the first key frame any more, and what waits behind it is of no use. */
  #letGo(): void {
    // Not sent, but not for the line's sake.
    for (const _ of this.#behind ?? []) this.#sender.drop()
    this.#behind = undefined
    this.#firstKeys.leave(this)
  }

  #send(units: BurstUnit<DeviceUnit>[]): void {
    const taken = units.filter(({ unit }) => this.#pace.takes(unit.isKey, this.#now()))
    if (taken.length > 1) return this.#sender.sendBurst(taken, this.#channel, this.#takesBundles)
    for (const { unit, isPreroll } of taken) this.#sender.send(unit, this.#channel, isPreroll)
  }

  /** Sound that a congested link does not take is not heard; nothing waits. */
  onSound(feed: Feed, frame: DeviceUnit): void {
    if (feed !== this.#shown || !this.#isHeard) return
    if (this.#sender.isCongested) this.#sender.drop()
    else this.#sender.send(frame, this.#channel, false)
  }

  #drop(): void {
    this.#sender.drop()
    if (this.#isBehind) this.#onDropped()
  }

  #noteCongestion(): void {
    const nowMs = this.#now()
    const isAgain = nowMs - this.#congestedAtMs < AGAIN_WITHIN_MS
    this.#congestedAtMs = nowMs
    if (!isAgain || this.#shown?.stream !== 'main') return
    this.#mainAgainAtMs = nowMs + MAIN_AGAIN_AFTER_MS
    this.#adjust()
  }

  #streamToUse(): StreamKind {
    const stream = this.#mainAgainAtMs === undefined ? this.#wanted : 'sub'
    return this.#offered.length === 0 || this.#offered.includes(stream) ? stream : stream === 'main' ? 'sub' : 'main'
  }

  /** Goes to the stream that is to be used, if it is not that one already. */
  #adjust(): void {
    if (this.#shown === undefined) return
    const stream = this.#streamToUse()
    if (this.#next?.stream === stream) return
    this.#dropNext()
    if (this.#shown.stream === stream) return
    this.#next = new Feed(this, stream)
    this.#next.join(this.#upstreams)
  }

  #change(feed: Feed): void {
    this.#shown?.close()
    this.#shown = feed
    this.#next = undefined
    this.#sayConfig(feed)
  }

  #sayConfig(feed: Feed): void {
    this.#waitsForKey = true
    this.#pace.begin()
    if (this.#behind !== undefined) this.#letGo()
    if (feed.format !== undefined) this.#sender.say({ op: 'config', channel: this.#channel, stream: feed.stream, ...feed.format })
  }

  #dropNext(): void {
    const next = this.#next
    this.#next = undefined
    next?.close()
  }

  #leaveAll(): void {
    this.#letGo()
    this.#dropNext()
    this.#shown?.close()
    this.#shown = undefined
  }
}
