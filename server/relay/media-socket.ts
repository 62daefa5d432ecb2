import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import { streamKind, type StreamFault } from '#contract/enums.ts'
import { mediaClose, mediaRequest, type MediaRequest } from '#contract/media.ts'
import { CallFault } from '../call-fault.ts'
import type { Principal } from '../caller.ts'
import type { Context } from '../context.ts'
import { closeSocket, keepAlive } from '../socket-life.ts'
import { MediaSender, type RelayCounters } from './media-sender.ts'
import type { Upstreams } from './upstream.ts'
import { ViewerChannel } from './viewer-channel.ts'

/** More windows than any wall has. */
const MOST_CHANNELS = 64
const MOST_REQUEST_BYTES = 4_096

const offeredStreams = z.array(z.object({ stream: streamKind }))

interface MediaSocketParts {
  socket: WebSocket
  /** The connection below the socket. */
  transport: Socket
  who: Principal
  context: Context
  upstreams: Upstreams
  counters: RelayCounters
}

/** One viewer's media socket with its channels. Every channel is asked of the rights by itself, when it is opened and again and again after. */
export class MediaSocket {
  #who: Principal
  readonly #socket: WebSocket
  readonly #sender: MediaSender
  readonly #context: Context
  readonly #upstreams: Upstreams
  readonly #channels = new Map<number, ViewerChannel>()

  constructor({ socket, transport, who, context, upstreams, counters }: MediaSocketParts) {
    this.#who = who
    this.#socket = socket
    this.#sender = new MediaSender(socket, transport, counters)
    this.#context = context
    this.#upstreams = upstreams
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
  }

  /** Asks who the person is by now and whether the session lives, too: another node may have ended it and have had no time to tell. */
  async recheckAll(): Promise<void> {
    try {
      this.#who = await this.#context.sessions.requireLive(this.#who.sessionId)
      this.recheck()
    } catch (fault) {
      if (fault instanceof CallFault) this.end(mediaClose.sessionEnded)
      else this.#context.log.error(fault, 'The session of a viewer could not be asked')
    }
  }

  sweep(): void {
    for (const viewer of this.#channels.values()) viewer.sweep()
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const request = isBinary || !Buffer.isBuffer(data) || data.byteLength > MOST_REQUEST_BYTES ? undefined : parse(data.toString('utf8'))
    if (request === undefined) return this.end(mediaClose.badMessage)
    const { channel } = request
    if (request.op === 'open') return this.#open(request)
    if (request.op === 'quality') return this.#channels.get(channel)?.want(request.stream)
    this.#channels.get(channel)?.close()
    this.#channels.delete(channel)
  }

  #open({ channel, sn, chlIndex, stream }: Extract<MediaRequest, { op: 'open' }>): void {
    this.#channels.get(channel)?.close()
    this.#channels.delete(channel)
    if (this.#channels.size >= MOST_CHANNELS) return this.#sender.say({ op: 'failed', channel, fault: 'refused' })
    const { now } = this.#context
    const viewer = new ViewerChannel({ channel, sn, chlIndex, wanted: stream, sender: this.#sender, upstreams: this.#upstreams, now })
    this.#channels.set(channel, viewer)
    void this.#check(viewer)
  }

  async #check(viewer: ViewerChannel): Promise<void> {
    try {
      const channel = await this.#context.rights.requireChannel(this.#who, viewer.sn, viewer.chlIndex, 'live')
      viewer.allow(offeredStreams.parse(JSON.parse(channel.streams_json)).map(({ stream }) => stream))
    } catch (fault) {
      if (!(fault instanceof CallFault)) this.#context.log.error(fault, 'The rights of a viewer could not be asked')
      viewer.deny(faultOf(fault))
    }
  }

  #closeChannels(): void {
    for (const viewer of this.#channels.values()) viewer.close()
    this.#channels.clear()
  }
}

function faultOf(fault: unknown): StreamFault {
  if (!(fault instanceof CallFault)) return 'lost'
  return fault.code === 33005 ? 'not-found' : 'no-permission'
}

function parse(text: string): MediaRequest | undefined {
  try {
    return mediaRequest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
