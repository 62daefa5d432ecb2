import type { RtspConnection } from './connection.ts'
import { RtspError, rtspError } from './fault.ts'
import { headerOf, type RtspResponse } from './rtsp-message.ts'
import { checkMoved } from './redirect.ts'
import type { RtspAddress } from './rtsp-url.ts'
import {
  type BackTrack,
  findBackChannel,
  findSound,
  findVideo,
  offeredCodecs,
  parseSdp,
  resolveControl,
  type Sdp,
  type SdpSound,
  type VideoTrack,
} from './sdp.ts'
import type { TrackInput } from './track-input.ts'
import { InterleavedTransport, type RtpTransport } from './transport.ts'
import { UdpTransport } from './udp-transport.ts'

const DEFAULT_SESSION_S = 60
/** What cameras answer that do not know what is required of them; some do not know that one can require anything. */
const NOT_KNOWN: ReadonlySet<number> = new Set([400, 501, 551])

/** What a camera plays in, for as long as it is told regularly that somebody is there. */
export interface PlayingSession {
  id: string
  /** what requests about the session as a whole name */
  uri: string
  timeoutS: number
}

/** The requests by which a camera is brought to play (RFC 2326): describe, then setUp for each track, then play. All throw `RtspError`. */
export class Handshake {
  readonly #connection: RtspConnection
  readonly #address: RtspAddress
  readonly #extra: Record<string, string>
  #transport: RtpTransport
  #keepAliveMethod = 'OPTIONS'
  #base: string
  #session: PlayingSession

  /** `extra`: headers of every request but the first. */
  constructor(connection: RtspConnection, address: RtspAddress, extra: Record<string, string> = {}) {
    this.#connection = connection
    this.#address = address
    this.#extra = extra
    this.#base = address.uri
    this.#session = { id: '', uri: address.uri, timeoutS: DEFAULT_SESSION_S }
    this.#transport = address.isUdp ? new UdpTransport(() => connection.cameraAddress) : new InterleavedTransport()
  }

  /** How packets come; to be closed with the session. */
  get transport(): RtpTransport {
    return this.#transport
  }

  /** By which the camera is told that somebody is there. */
  get keepAliveMethod(): string {
    return this.#keepAliveMethod
  }

  async describe(): Promise<{ video: VideoTrack; sound: SdpSound | undefined }> {
    const sdp = this.#read(await this.#describe())
    const video = findVideo(sdp)
    if (video && !video.isInterleaved) return { video, sound: findSound(sdp) }
    if (video) throw rtspError('rejected', `the camera sends ${video.codec} in interleaved mode, which is not supported`)
    const offered = offeredCodecs(sdp)
    const names = offered.length > 0 ? `it offers ${offered.join(', ')}` : 'it offers no video'
    throw new RtspError({ kind: 'no-video', message: `the camera has no H.264 or H.265 stream at this path: ${names}`, offered })
  }

  /** The track of the camera's loudspeaker; nothing when the camera lets nobody talk. */
  async describeBackChannel(): Promise<BackTrack | undefined> {
    const described = await this.#describe()
    return NOT_KNOWN.has(described.status) ? undefined : findBackChannel(this.#read(described))
  }

  async #describe(): Promise<RtspResponse> {
    const { uri } = this.#address
    const options = await this.#connection.request('OPTIONS', uri)
    if (options.status === 401) this.#check(options, 'OPTIONS') // other refusals do not matter here
    if (/\bGET_PARAMETER\b/i.test(headerOf(options, 'public') ?? '')) this.#keepAliveMethod = 'GET_PARAMETER'
    return this.#connection.request('DESCRIBE', uri, { Accept: 'application/sdp', ...this.#extra })
  }

  #read(described: RtspResponse): Sdp {
    this.#check(described, 'DESCRIBE')
    this.#base = headerOf(described, 'content-base') ?? headerOf(described, 'content-location') ?? this.#address.uri
    const sdp = parseSdp(described.body)
    this.#session.uri = resolveControl(this.#base, sdp.control)
    return sdp
  }

  /** Has the camera listen; answers with the interleaved channel on which it does. */
  async setUpBackChannel({ control }: BackTrack): Promise<number> {
    const transport = new InterleavedTransport()
    this.#transport = transport
    const answer = await this.#ask(control)
    this.#check(answer, 'SETUP')
    this.#session = { ...this.#session, ...readSession(answer) }
    return transport.channelsOf(answer).rtp
  }

  /** Has a track sent to `input`; the first one decides how, since some cameras send over UDP alone. */
  async setUp(control: string | undefined, input: TrackInput): Promise<void> {
    let answer = await this.#ask(control)
    if (answer.status === 461 && this.#session.id === '' && this.#transport instanceof InterleavedTransport) {
      this.#transport = new UdpTransport(() => this.#connection.cameraAddress)
      answer = await this.#ask(control)
    }
    this.#check(answer, 'SETUP')
    this.#transport.accept(answer, input)
    if (this.#session.id === '') this.#session = { ...this.#session, ...readSession(answer) }
  }

  /** `wish`: what is to be played, and how; the present unless told. */
  async play(wish: Record<string, string> = { Range: 'npt=0.000-' }): Promise<PlayingSession> {
    const { id, uri } = this.#session
    const headers = { Session: id, ...wish, ...this.#extra }
    this.#check(await this.#connection.request('PLAY', uri, headers), 'PLAY')
    return this.#session
  }

  #check(answer: RtspResponse, method: string): void {
    checkAnswer(answer, method, this.#connection)
  }

  async #ask(control: string | undefined): Promise<RtspResponse> {
    const { id } = this.#session
    const headers = { Transport: await this.#transport.offer(), ...(id === '' ? {} : { Session: id }), ...this.#extra }
    return this.#connection.request('SETUP', resolveControl(this.#base, control), headers)
  }
}

const BUSY: ReadonlySet<number> = new Set([453, 503])

/** Throws an `RtspError` unless the camera agrees. */
export function checkAnswer(answer: RtspResponse, method: string, { address, hasSignedIn, cameraAddress }: RtspConnection): void {
  const { status } = answer
  const { label, credentials } = address
  if (status >= 200 && status < 300) return
  if (status === 401 && hasSignedIn) throw rtspError('forbidden', `${label} accepts the user name and password, but refuses ${method}`)
  if (status === 401) {
    const reason = credentials ? 'does not accept the user name and password' : 'wants a user name and password'
    throw rtspError('unauthorized', `${label} ${reason}`)
  }
  if (status === 403) throw rtspError('forbidden', `${label} does not allow this user ${method}`)
  if (status === 404) throw rtspError('not-found', `${label} has no stream at this path`)
  if (status === 461) throw rtspError('rejected', `${label} sends neither over TCP nor over UDP`)
  if (BUSY.has(status)) throw rtspError('busy', `${label} is busy (${status} to ${method})`)
  checkMoved(answer, address, cameraAddress)
  throw rtspError('rejected', `${label} answered ${method} with ${status}`)
}

function readSession(setup: RtspResponse): { id: string; timeoutS: number } {
  const [, id, timeout] = /^\s*([^;\s]{1,256})\s*(?:;\s*timeout\s*=\s*(\d{1,6}))?/i.exec(headerOf(setup, 'session') ?? '') ?? []
  if (id === undefined) throw rtspError('protocol', 'the camera opened no session')
  const timeoutS = Number(timeout ?? DEFAULT_SESSION_S) || DEFAULT_SESSION_S
  return { id, timeoutS: Math.min(Math.max(timeoutS, 1), 3600) }
}
