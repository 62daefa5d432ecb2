import type { TalkFault } from '#contract/sound.ts'
import { RtspConnection } from './connection.ts'
import { rtspFaultOf, rtspError, type RtspFault } from './fault.ts'
import { Handshake, type PlayingSession } from './handshake.ts'
import { followingMoves } from './redirect.ts'
import { parseRtspUrl } from './rtsp-url.ts'
import { keepSession } from './session-keeper.ts'
import { SpeechPacketizer } from './speech-packetizer.ts'

/** By which a camera is asked for its loudspeaker (ONVIF Streaming Specification, back channel). */
const FEATURE = 'www.onvif.org/ver20/backchannel'
const CONNECT_MS = 5_000
/** Two seconds of sound: what a camera has not fetched by then, nobody wants to hear any more. */
const MOST_WAITING_BYTES = 16_000

export interface BackChannelOptions {
  /** As of `RtspSessionOptions`; what is said goes over the connection, also where pictures come as datagrams. */
  url: string
  certificate?: string | undefined
  /** for everything until the camera listens, 5 s */
  connectTimeoutMs?: number
  /** Once, when an open channel ends by itself; not after `close`. */
  onClose?(fault: RtspFault): void
}

/** What went wrong in the eyes of whoever wants to talk. */
const talkFaultOf: Record<RtspFault['kind'], TalkFault> = {
  refused: 'offline',
  unreachable: 'offline',
  timeout: 'offline',
  lost: 'offline',
  unauthorized: 'refused',
  'not-found': 'refused',
  'no-video': 'refused',
  forbidden: 'refused',
  busy: 'refused',
  moved: 'refused',
  rejected: 'refused',
  protocol: 'refused',
}

/**
 * The way to a camera's loudspeaker: a connection of its own, so that the pictures go on whatever becomes of it. It is used once: `look`, or
 * `open` and then `send` until `close` or `onClose`.
 */
export class BackChannel {
  readonly #options: BackChannelOptions
  #connection: RtspConnection | undefined
  #open: { session: PlayingSession; speech: SpeechPacketizer; channel: number; stopKeeping: () => void } | undefined
  #isOver = false

  constructor(options: BackChannelOptions) {
    this.#options = options
  }

  /** Asks the camera whether it can be talked to, and leaves: nothing when it can, `unsupported` when it never will. */
  async look(): Promise<TalkFault | undefined> {
    const fault = await this.#attempt(async (handshake) => ((await handshake.describeBackChannel()) ? undefined : 'unsupported'))
    await this.close()
    return fault
  }

  /** Resolves when the camera listens, with nothing; or with why it does not. */
  open(): Promise<TalkFault | undefined> {
    return this.#attempt(async (handshake, connection) => {
      const track = await handshake.describeBackChannel()
      if (track === undefined) return 'unsupported'
      const channel = await handshake.setUpBackChannel(track)
      const session = await handshake.play()
      if (this.#isOver) throw rtspError('lost', 'ended in the very moment it began')
      const stopKeeping = keepSession(connection, session, handshake.keepAliveMethod)
      this.#open = { session, speech: new SpeechPacketizer(track), channel, stopKeeping }
      return undefined
    })
  }

  /** Says a frame of `talkFormat`; before it is open, and when the camera does not fetch it, nobody hears it. */
  send(frame: { ptsUs: number; data: Uint8Array }): void {
    if (this.#open !== undefined) this.#connection?.sendFrame(this.#open.channel, this.#open.speech.packet(frame), MOST_WAITING_BYTES)
  }

  /** Tells the camera that it is over, and resolves when the connection is closed. Safe at any time. */
  async close(): Promise<void> {
    const session = this.#open?.session
    this.#end()
    if (session) await this.#connection?.close('TEARDOWN', session.uri, { Session: session.id })
    else this.#connection?.end({ kind: 'lost', message: 'the talk is over' })
  }

  async #attempt(
    work: (handshake: Handshake, connection: RtspConnection) => Promise<TalkFault | undefined>,
  ): Promise<TalkFault | undefined> {
    const { url, certificate, connectTimeoutMs = CONNECT_MS } = this.#options
    const message = `the camera does not listen within ${connectTimeoutMs} ms`
    const deadline = setTimeout(() => this.#connection?.end({ kind: 'timeout', message }), connectTimeoutMs)
    try {
      const fault = await followingMoves(parseRtspUrl(url), (address) => {
        const before = this.#connection
        const connection: RtspConnection = new RtspConnection({
          address,
          certificate,
          onFrame: () => {},
          onEnd: (reason) => this.#connection === connection && this.#ended(reason),
        })
        this.#connection = connection
        before?.end({ kind: 'lost', message: 'the camera has sent us on' })
        if (this.#isOver) throw rtspError('lost', 'the talk is over')
        return work(new Handshake(connection, address, { Require: FEATURE }), connection)
      })
      if (fault !== undefined) await this.close()
      return fault
    } catch (error) {
      await this.close()
      return talkFaultOf[rtspFaultOf(error, 'the camera').kind]
    } finally {
      clearTimeout(deadline)
    }
  }

  #ended(fault: RtspFault): void {
    const wasOpen = this.#open !== undefined
    this.#end()
    if (wasOpen) this.#options.onClose?.(fault)
  }

  #end(): void {
    this.#isOver = true
    this.#open?.stopKeeping()
    this.#open = undefined
  }
}
