import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type DeviceAnswer, type DeviceAsk, deviceAsk } from '#contract/device-pass-through.ts'
import { streamKind, type StreamFault } from '#contract/enums.ts'
import { decodeMediaUnit, mediaAlive, mediaClose, mediaRequest, type MediaRequest } from '#contract/media.ts'
import { pastAsk } from '#contract/recorded-media.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { keepAlive } from '#shared/net/keep-alive.ts'
import { Allowance } from '../../runtime/allowance.ts'
import { isStation } from '../../stations/station-access.ts'
import { closeSocket } from '../../http/socket-life.ts'
import { FirstKeys } from './first-keys.ts'
import { MediaSender, type RelayCounters } from './media-sender.ts'
import { PastPieces } from './past-pieces.ts'
import type { PastPlaces } from './past-places.ts'
import type { TalkTrail } from './talk-trail.ts'
import type { Talks } from './talks.ts'
import type { Upstreams } from './upstream.ts'
import { ViewerChannel } from './viewer-channel.ts'
import { ViewerTalks } from './viewer-talks.ts'

/** More windows than any wall has. */
const MOST_CHANNELS = 64
const MOST_REQUEST_BYTES = 4_096
/** A plugin that asks for more at once is none of ours. */
const MOST_ASKS = 64

/** How often a viewer may say that it lives: more than one does whose line stood still, as long as a socket may. */
const ALIVE_PACE = { burst: 20, perSecond: 1 }

const offeredStreams = z.array(z.object({ stream: streamKind }))

export interface MediaSocketParts {
  socket: WebSocket
  /** The connection below the socket. */
  transport: Socket
  who: Principal
  context: Context
  upstreams: Upstreams
  talks: Talks
  trail: TalkTrail
  places: PastPlaces
  /** Network address of the viewer. */
  address: string
  counters: RelayCounters
  /** What the socket can do for the plugin that holds it; a tab has calls for that. */
  forPlugin?: { askDevice(ask: DeviceAsk, who: Principal): Promise<DeviceAnswer> } | undefined
}

/** One viewer's media socket with its channels. Every channel is asked of the rights by itself, when it is opened and again and again after. */
export class MediaSocket {
  #who: Principal
  readonly #socket: WebSocket
  readonly #sender: MediaSender
  readonly #context: Context
  readonly #upstreams: Upstreams
  readonly #forPlugin: MediaSocketParts['forPlugin']
  readonly #past: PastPieces
  readonly #talks: ViewerTalks
  readonly #channels = new Map<number, ViewerChannel>()
  readonly #firstKeys = new FirstKeys()
  readonly #aliveAllowance: Allowance
  #asksUnderWay = 0

  constructor({ socket, transport, who, context, upstreams, talks, trail, places, address, counters, forPlugin }: MediaSocketParts) {
    this.#who = who
    this.#socket = socket
    this.#sender = new MediaSender(socket, transport, counters)
    this.#context = context
    this.#upstreams = upstreams
    this.#forPlugin = forPlugin
    this.#past = new PastPieces({ context, sender: this.#sender, places, isLive: (channel) => this.#channels.has(channel) })
    this.#talks = new ViewerTalks({ context, talks, trail, sender: this.#sender, address })
    this.#aliveAllowance = new Allowance(ALIVE_PACE, context.now)
    keepAlive(socket)
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary))
    socket.once('close', () => this.#closeChannels())
  }

  get who(): Principal {
    return this.#who
  }

  /** Closes the socket for good. Nothing more is sent. */
  end(code: number): void {
    this.#closeChannels()
    closeSocket(this.#socket, code)
  }

  /** Asks the rights anew, for one device or for all; what is granted again goes on. */
  recheck(sn?: string): void {
    for (const viewer of this.#channels.values()) if (sn === undefined || viewer.sn === sn) void this.#check(viewer)
    this.#talks.recheck(this.#who, sn)
  }

  /** Asks who the person is by now and whether the session lives, too: another node may have ended it and have had no time to tell. */
  async recheckAll(): Promise<void> {
    try {
      const { sessions, stationAccess } = this.#context
      const { sessionId, station } = this.#who
      const isWatched = this.#channels.size > 0
      this.#who = station === undefined ? await sessions.requireLive(sessionId, isWatched) : await stationAccess.requireLive(sessionId)
      this.recheck()
    } catch (fault) {
      if (fault instanceof CallFault) this.end(mediaClose.sessionEnded)
      else this.#context.log.error(fault, 'The session of a viewer could not be asked')
    }
  }

  sweep(): void {
    this.#past.sweep()
    for (const viewer of this.#channels.values()) viewer.sweep()
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (!Buffer.isBuffer(data) || data.byteLength > MOST_REQUEST_BYTES) return this.end(mediaClose.badMessage)
    if (isBinary) return this.#hearFrame(data)
    const said = readJson(data.toString('utf8'))
    const request = mediaRequest.safeParse(said).data
    if (request !== undefined) this.#hearRequest(request)
    else if (mediaAlive.safeParse(said).success) this.#hearAlive()
    else this.#hearAsk(said)
  }

  #hearFrame(data: Buffer): void {
    const unit = decodeMediaUnit(data)
    if (unit === undefined || !this.#talks.hear(unit, data)) this.end(mediaClose.badMessage)
  }

  #hearRequest(request: MediaRequest): void {
    const { channel } = request
    if (request.op === 'open') return this.#open(request)
    if (request.op === 'quality') return this.#channels.get(channel)?.want(request.stream, request.pace)
    if (request.op === 'sound') return this.#channels.get(channel)?.hear(request.isOn)
    if (request.op === 'talk') return request.isOn ? this.#talk(request) : this.#talks.end(channel)
    this.#leave(channel)
  }

  /** That it was said is all that counts, and `keepAlive` has heard it. The viewer hears that its line lives. */
  #hearAlive(): void {
    if (!this.#aliveAllowance.take(1)) return this.end(mediaClose.badMessage)
    this.#sender.heardAlive()
    this.#sender.say({ op: 'alive' })
  }

  #hearAsk(said: unknown): void {
    const past = pastAsk.safeParse(said).data
    if (past !== undefined) return this.#past.hear(past, this.#who)
    const ask = this.#forPlugin === undefined ? undefined : deviceAsk.safeParse(said).data
    if (ask === undefined || this.#asksUnderWay >= MOST_ASKS) return this.end(mediaClose.badMessage)
    this.#asksUnderWay += 1
    void this.#forPlugin?.askDevice(ask, this.#who).then((answer) => {
      this.#asksUnderWay -= 1
      this.#sender.say(answer)
    })
  }

  #leave(channel: number): void {
    this.#talks.end(channel)
    this.#channels.get(channel)?.close()
    this.#channels.delete(channel)
  }

  #talk({ channel, from }: Pick<Extract<MediaRequest, { op: 'talk' }>, 'channel' | 'from'>): void {
    const viewer = this.#channels.get(channel)
    if (viewer === undefined) return this.#sender.say({ op: 'talk', channel, isOn: false, fault: 'not-found' })
    if (from === undefined || !this.#talks.move(from, channel, viewer)) void this.#talks.begin(channel, viewer, this.#who)
  }

  #open({ channel, sn, chlIndex, stream, pace, ...can }: Extract<MediaRequest, { op: 'open' }>): void {
    const { decodesH265 = false, takesBundles = false } = can
    this.#leave(channel)
    this.#past.cancel(channel)
    if (this.#channels.size >= MOST_CHANNELS) return this.#sender.say({ op: 'failed', channel, fault: 'refused' })
    const { now, streamDrops } = this.#context
    const onDropped = () => streamDrops.note(sn, chlIndex)
    const parts = { sender: this.#sender, firstKeys: this.#firstKeys, upstreams: this.#upstreams, now, onDropped }
    const viewer = new ViewerChannel({ channel, sn, chlIndex, wanted: stream, pace, decodesH265, takesBundles, ...parts })
    this.#channels.set(channel, viewer)
    void this.#check(viewer)
  }

  async #check(viewer: ViewerChannel): Promise<void> {
    try {
      const channel = await this.#channelOf(viewer)
      viewer.allow(offeredStreams.parse(JSON.parse(channel.streams_json)).map(({ stream }) => stream))
    } catch (fault) {
      if (!(fault instanceof CallFault)) this.#context.log.error(fault, 'The rights of a viewer could not be asked')
      viewer.deny(faultOf(fault))
    }
  }

  /** For a person as the rights say; for the screen of a viewing station as the office put it there. */
  async #channelOf({ sn, chlIndex }: ViewerChannel): Promise<{ streams_json: string }> {
    const { rights, stationOutputs } = this.#context
    return isStation(this.#who)
      ? stationOutputs.requireChannel(this.#who, sn, chlIndex)
      : rights.requireChannel(this.#who, sn, chlIndex, 'live')
  }

  #closeChannels(): void {
    this.#past.close()
    this.#talks.close()
    this.#firstKeys.close()
    for (const viewer of this.#channels.values()) viewer.close()
    this.#channels.clear()
  }
}

function faultOf(fault: unknown): StreamFault {
  if (!(fault instanceof CallFault)) return 'lost'
  return fault.error === 'channel-missing' ? 'not-found' : 'no-permission'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
