import { codesOf } from '#contract/errors.ts'
import { mediaClose, type MediaRequest } from '#contract/media.ts'
import type { StreamFault } from '#contract/enums.ts'
import { CallError } from '../core/call-error.ts'
import { decodesH265 } from './decodes-h265.ts'
import type { MediaCore } from './media-core.ts'
import type { MediaPort } from './media-port.ts'
import { Retry } from './retry.ts'
import type { Feed, SourceEvents, VideoSource } from './video-source.ts'

/** A socket without feeds is kept this long: layouts change and pages come back. */
const LINGER_MS = 10_000
/** One that is being opened is given so long, its ticket included, before another one takes its place; twice as long each time, up to the longest, for slow lines. */
const OPENING_MS = 5_000
const LONGEST_OPENING_MS = 60_000
/** So soon nothing needs to have come by one that was opened. */
const FRESH_MS = 2_000
/** The upper half of the numbers on the socket belongs to pieces of the past. */
const LAST_LIVE_CHANNEL = 0x7fff
/** It was not reached, and may be there again in the next moment. */
const awayCodes = codesOf('network-failure', 'timeout', 'bad-gateway', 'service-unavailable', 'gateway-timeout')
const noPermissionCodes = codesOf('call-not-permitted', 'no-permission', 'no-device-permission', 'no-site-permission')

/** The service's relay: one socket for the tab, opened with a fresh ticket each time, over which feeds are asked for. */
export class RelaySource implements VideoSource {
  readonly name = 'relay'
  readonly #core: MediaCore
  readonly #port: Pick<MediaPort, 'send'>
  readonly #events: SourceEvents
  readonly #feeds = new Map<number, { feed: Feed; channel: number }>()
  /** Those that need the socket for something else than a feed. */
  readonly #holders = new Set<object>()
  readonly #retry = new Retry(() => void this.#connect())
  #socket: 'closed' | 'asking' | 'opening' | 'open' = 'closed'
  #openingMs = OPENING_MS
  /** By `performance`. */
  #openedMs = 0
  /** The answer to a question that was given up opens nothing, nor does news of a socket that was. */
  #attempt = 0
  /** Calls the question for its ticket off: given up, it would go on to hold one of the few connections that the next one needs. */
  #callOff = () => {}
  #overdue: ReturnType<typeof setTimeout> | undefined
  #lastChannel = 0
  #decodesH265 = false
  #linger: ReturnType<typeof setTimeout> | undefined

  constructor(core: MediaCore, port: Pick<MediaPort, 'send'>, events: SourceEvents) {
    this.#core = core
    this.#port = port
    this.#events = events
  }

  open(feed: Feed): void {
    clearTimeout(this.#linger)
    // A number of its own for each feed, so that units of the one before cannot be taken for its own.
    this.#lastChannel = (this.#lastChannel + 1) & LAST_LIVE_CHANNEL
    const entry = { feed, channel: this.#lastChannel }
    this.#feeds.set(feed.id, entry)
    this.#port.send({ op: 'feed', window: feed.window, feed: feed.id, source: this.name, channel: entry.channel })
    if (this.#socket === 'opening' || this.#socket === 'open') this.#ask(entry)
    else if (this.#socket === 'closed' && !this.#retry.isWaiting) void this.#connect()
  }

  #ask({ feed, channel }: { feed: Feed; channel: number }): void {
    const { sn, chlIndex, stream, pace, isHeard } = feed
    const wanted = { sn, chlIndex, stream, pace, decodesH265: this.#decodesH265, takesBundles: true }
    const request = { op: 'open', channel, ...wanted } as const
    this.#port.send({ op: 'send', source: this.name, request })
    if (isHeard) this.#port.send({ op: 'send', source: this.name, request: { op: 'sound', channel, isOn: true } })
  }

  change(feed: Feed): void {
    const { stream, pace } = feed
    this.#tell(feed, (channel) => ({ op: 'quality', channel, stream, pace }))
  }

  hear(feed: Feed): void {
    this.#tell(feed, (channel) => ({ op: 'sound', channel, isOn: feed.isHeard }))
  }

  /** What comes from the relay is played by the page. */
  setVolume(): void {}

  talk(feed: Feed, isOn: boolean): boolean {
    return this.#tell(feed, (channel) => ({ op: 'talk', channel, isOn }))
  }

  #tell(feed: Feed, say: (channel: number) => MediaRequest): boolean {
    const entry = this.#feeds.get(feed.id)
    if (entry === undefined || this.#socket === 'closed' || this.#socket === 'asking') return false
    this.#port.send({ op: 'send', source: this.name, request: say(entry.channel) })
    return true
  }

  close(feed: Feed): void {
    const entry = this.#feeds.get(feed.id)
    if (entry === undefined) return
    this.#feeds.delete(feed.id)
    this.#port.send({ op: 'send', source: this.name, request: { op: 'close', channel: entry.channel } })
    this.#rest()
  }

  /** Keeps the socket open, with feeds or without. */
  hold(holder: object): void {
    this.#holders.add(holder)
    clearTimeout(this.#linger)
    if (this.#socket === 'closed' && !this.#retry.isWaiting) void this.#connect()
  }

  release(holder: object): void {
    if (this.#holders.delete(holder)) this.#rest()
  }

  get #isWanted(): boolean {
    return this.#feeds.size > 0 || this.#holders.size > 0
  }

  #rest(): void {
    if (this.#isWanted) return
    this.#retry.stop()
    clearTimeout(this.#linger)
    this.#linger = setTimeout(() => this.#disconnect(), LINGER_MS)
  }

  #disconnect(): void {
    clearTimeout(this.#overdue)
    if (this.#socket === 'asking') this.#callOff()
    this.#socket = 'closed'
    this.#attempt += 1
    this.#port.send({ op: 'disconnect', source: this.name })
  }

  async #connect(): Promise<void> {
    if (this.#socket !== 'closed' || !this.#isWanted) return
    this.#socket = 'asking'
    const attempt = (this.#attempt += 1)
    clearTimeout(this.#overdue)
    this.#overdue = setTimeout(() => this.#giveUp(), this.#openingMs)
    const asker = { tabId: this.#core.tabId, callId: crypto.randomUUID() }
    this.#callOff = () => void this.#core.ask('cancelCall', asker).catch(() => undefined)
    try {
      const [address, hasH265] = await Promise.all([this.#core.ask('relayAddress', asker), decodesH265()])
      if (attempt !== this.#attempt) return
      this.#decodesH265 = hasH265
      this.#socket = 'opening'
      this.#port.send({ op: 'connect', source: this.name, ...address, attempt, asH264: !hasH265 })
      for (const entry of this.#feeds.values()) this.#ask(entry)
    } catch (error) {
      if (attempt !== this.#attempt) return
      clearTimeout(this.#overdue)
      this.#socket = 'closed'
      const code = error instanceof CallError ? error.code : undefined
      this.#fault(code !== undefined && noPermissionCodes.has(code) ? 'no-permission' : 'lost')
      this.#retry.later({ isRefused: code !== undefined && !awayCodes.has(code) })
    }
  }

  #fault(fault: StreamFault): void {
    for (const { feed } of this.#feeds.values()) this.#events.onFault(feed, fault)
  }

  socketOpened(attempt: number): void {
    // It may have been told of a socket that was given up in that moment.
    if (attempt !== this.#attempt || this.#socket !== 'opening') return
    clearTimeout(this.#overdue)
    this.#openingMs = OPENING_MS
    this.#socket = 'open'
    this.#openedMs = performance.now()
    this.#retry.opened()
  }

  socketClosed(code: number, attempt: number): void {
    if (attempt !== this.#attempt || this.#socket === 'closed' || this.#socket === 'asking') return
    const neverOpened = this.#socket === 'opening'
    clearTimeout(this.#overdue)
    this.#socket = 'closed'
    if (code === mediaClose.sessionEnded) return this.#fault('no-permission')
    if (code === mediaClose.crowded) this.#fault('crowded')
    else if (neverOpened) this.#fault('lost')
    if (this.#isWanted) this.#retry.later({ isRefused: code === mediaClose.crowded })
  }

  retryNow(): void {
    if (this.#socket === 'closed') this.#retry.now()
  }

  /** The service is there again: what was being opened before it was may be dead, as the question for its ticket may, and another one takes its place. */
  openAgain(): void {
    if (this.#socket === 'open') return
    this.#openingMs = OPENING_MS
    this.#replace()
  }

  /**
   * Nothing comes by the socket of now, which may be dead without anybody having been told: another one takes its place. One that is being opened may go on, or
   * that just was. Answers whether an open one was given up.
   */
  renew(): boolean {
    if (this.#socket === 'closed') this.#replace()
    if (this.#socket !== 'open' || performance.now() - this.#openedMs < FRESH_MS) return false
    this.#replace()
    return true
  }

  #giveUp(): void {
    this.#openingMs = Math.min(2 * this.#openingMs, LONGEST_OPENING_MS)
    this.#replace()
  }

  #replace(): void {
    if (this.#socket !== 'closed') this.#disconnect()
    this.#retry.now()
  }
}
