import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Authenticator } from '../rtsp-auth.ts'
import {
  dateAndTime,
  deviceInformation,
  media2,
  mediaUri,
  profiles,
  serviceNamespaces,
  services,
  type ServiceName,
  type StandInProfile,
} from './device-service.ts'
import type { Announcement } from './discovery-answer.ts'
import { isSubscription, pointOf, StandInEvents } from './event-service.ts'
import { StandInPtz, type StandInPtzOptions } from './ptz-service.ts'
import { StandInRecordings, type StandInRecording } from './recording-service.ts'
import { StandInSettings, type StandInSettingsOptions } from './settings-service.ts'
import { envelope, readSoap, SoapFault, textOf, type SoapRequest } from './soap.ts'
import { TokenCheck } from './ws-security.ts'

export interface OnvifCameraOptions {
  name: string
  serial: string
  account: { username: string; password: string }
  profiles: readonly StandInProfile[]
  /** a camera that stands still unless given */
  ptz?: StandInPtzOptions
  /** the picture that it answers with when it is asked for one; it has none unless given */
  snapshot?: Uint8Array
  /** what it has recorded itself; it keeps nothing unless given */
  recordings?: readonly StandInRecording[]
  /** what can be set of it; nothing unless given */
  settings?: StandInSettingsOptions
  /** how far its clock is ahead of ours */
  clockAheadMs?: number
  /** it knows only the Digest of HTTP, no WS-Security */
  hasHttpDigest?: boolean
  /** it has the second media service beside the first, as cameras of today */
  hasMedia2?: boolean
  /** the port that it listens on; any free one unless given */
  port?: number
  /** the port in the addresses that it tells, where another one leads to it: behind a router */
  believedPort?: number
  /** it speaks HTTPS, with this certificate */
  tls?: { key: string; cert: string }
}

const FIRMWARE_PATH = '/firmware'
/** Long enough for an answer to leave. */
const ANSWER_MS = 50

/** What may be asked without a password (ONVIF core, access class PRE_AUTH). */
const isOpen: ReadonlySet<string> = new Set([
  'GetSystemDateAndTime',
  'GetServices',
  'GetCapabilities',
  'GetHostname',
  'GetServiceCapabilities',
])

/**
 * A camera that speaks ONVIF, on the loopback: device, media, imaging, PTZ, events and what it has recorded. It can do to its clients what
 * cameras do: be away, answer with what is no SOAP (`answersWith`), be slow, forget their subscriptions.
 */
export class OnvifTestCamera {
  readonly ptz: StandInPtz | undefined
  readonly events: StandInEvents
  readonly recordings: StandInRecordings | undefined
  readonly settings: StandInSettings | undefined
  /** Actions in the order that they were asked, also those that were refused. */
  readonly requests: string[] = []
  /** The paths that were asked. */
  readonly paths = new Set<string>()
  /** While set, each answer but those of subscriptions is this. */
  answersWith: string | undefined
  /** How far its clock is ahead of ours. */
  clockAheadMs: number
  /** The version of its firmware. */
  version = '007'
  /** What came as its new firmware, where it takes that. */
  firmware: Buffer | undefined
  /** It takes no more of its new firmware before this has come. */
  takesFirmwareAfter: Promise<void> = Promise.resolve()
  /** While set, it takes requests and never answers. */
  isSilent = false
  /** It does what it is asked, and answers when this has come. */
  answersAfter: Promise<void> = Promise.resolve()
  readonly #options: OnvifCameraOptions
  readonly #token: TokenCheck
  readonly #digest: Authenticator
  #server: Server | undefined
  #port = 0
  #host = '127.0.0.1'

  constructor(options: OnvifCameraOptions) {
    this.#options = options
    this.clockAheadMs = options.clockAheadMs ?? 0
    this.#port = options.port ?? 0
    const now = () => this.nowMs
    this.ptz = options.ptz && new StandInPtz(options.ptz)
    this.events = new StandInEvents(now)
    this.recordings = options.recordings && new StandInRecordings(options.recordings)
    this.settings = options.settings && new StandInSettings(options.settings)
    if (this.settings && options.settings?.network) {
      this.#host = this.settings.address
      this.settings.onAddress = (host) => void this.#move(host)
    }
    this.#token = new TokenCheck(options.account, now)
    this.#digest = new Authenticator({ ...options.account, scheme: 'md5', hasQop: true })
  }

  static async open(options: OnvifCameraOptions): Promise<OnvifTestCamera> {
    const camera = new OnvifTestCamera(options)
    await camera.listen()
    return camera
  }

  /** The time by its own clock. */
  get nowMs(): number {
    return Date.now() + this.clockAheadMs
  }

  get port(): number {
    return this.#port
  }

  /** Its address as it is given to `npm run camera -- add`. */
  url({ username, password } = this.#options.account): string {
    return `${this.#options.tls ? 'onvifs' : 'onvif'}://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${this.#host}:${this.#port}`
  }

  get announcement(): Announcement {
    const { name, serial } = this.#options
    const scopes = [`name/${encodeURIComponent(name)}`, 'hardware/Model%20One', 'type/video_encoder', 'location/']
    return {
      urn: `urn:uuid:${serial}`,
      address: `http://${this.#host}:${this.#port}/onvif/device`,
      scopes: scopes.map((scope) => `onvif://www.onvif.org/${scope}`),
    }
  }

  /** Listens, on the port of before if there was one. */
  async listen(): Promise<void> {
    const answer = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response)
    const { tls } = this.#options
    this.#server = tls ? createSecureServer(tls, answer) : createServer(answer)
    this.#server.on('checkContinue', answer)
    this.#server.listen(this.#port, this.#host)
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Is gone from the network, with whatever is under way. */
  async goAway(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    server.close()
    server.closeAllConnections()
    this.events.forget()
    await once(server, 'close')
  }

  /** While set, no way leads to where it goes. */
  isCutOff = false

  /** Goes to another address as soon as it has said so. */
  async #move(host: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await this.goAway()
    if (!this.isCutOff) await this.goTo(host)
  }

  /** Is in the network again, under this address. */
  async goTo(host: string): Promise<void> {
    this.#host = host
    await this.listen()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (this.isSilent) return
    if (path === '/snapshot.jpg') return this.#sendSnapshot(request, response)
    if (path === FIRMWARE_PATH) return this.#takeFirmware(request, response)
    try {
      const asked = readSoap(await text(request))
      this.requests.push(asked.action)
      this.paths.add(path)
      if (!this.#mayAsk(asked, request, response)) return
      const body = await this.#body(asked, path)
      await this.answersAfter
      if (this.answersWith !== undefined && pointOf(path) === undefined) response.end(this.answersWith)
      else response.setHeader('content-type', 'application/soap+xml').end(envelope(body))
    } catch (error) {
      const fault = error instanceof SoapFault ? error : new SoapFault('ter:WellFormed', 'this is no SOAP')
      response.writeHead(fault.status, { 'content-type': 'application/soap+xml' }).end(fault.xml)
    }
  }

  #mayAsk({ action, header }: SoapRequest, request: IncomingMessage, response: ServerResponse): boolean {
    const isSigned = header['Security'] !== undefined
    if (this.#options.hasHttpDigest) {
      if (isOpen.has(action) || this.#isDigestRight(request)) return true
      response.writeHead(401, { 'www-authenticate': this.#digest.challenge }).end()
      return false
    }
    if (isSigned || !isOpen.has(action)) this.#token.require(header)
    return true
  }

  #isDigestRight({ headers, method = '', url = '' }: IncomingMessage): boolean {
    return this.#digest.accepts(headers.authorization, method, url)
  }

  #sendSnapshot(request: IncomingMessage, response: ServerResponse): void {
    const { snapshot } = this.#options
    if (snapshot === undefined) response.writeHead(404).end()
    else if (!this.#isDigestRight(request)) response.writeHead(401, { 'www-authenticate': this.#digest.challenge }).end()
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(snapshot)
  }

  /** Wants a password before any of it, as cameras that have a page do. */
  async #takeFirmware(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isDigestRight(request)) {
      response.writeHead(401, { 'www-authenticate': this.#digest.challenge, connection: 'close' }).end()
      return
    }
    response.writeContinue()
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) {
      parts.push(part)
      await this.takesFirmwareAfter
    }
    this.firmware = Buffer.concat(parts)
    response.writeHead(200).end()
  }

  /** The answer's body. Throws `SoapFault`. */
  async #body({ action, namespace, body }: SoapRequest, path: string): Promise<string> {
    const point = pointOf(path)
    if (point !== undefined) return this.events.answer(point, action, body)
    const service = serviceAt(path)
    const isRight = service !== undefined && serviceNamespaces[service] === namespace
    const answer = isRight ? this.#serve(service, action, body) : undefined
    if (answer === undefined) throw new SoapFault('ter:ActionNotSupported', 'optional action not implemented', 500)
    return answer
  }

  #serve(service: ServiceName, action: string, body: SoapRequest['body']): string | undefined {
    if (service === 'ptz') return this.ptz?.answer(action, body)
    const setting =
      service === 'device' || service === 'media' || service === 'media2' || service === 'imaging'
        ? this.settings?.answer(service, action, body, `${this.#address}${FIRMWARE_PATH}`)
        : undefined
    if (setting !== undefined) return setting
    if (service === 'imaging') return this.ptz?.imaging(action, body)
    if (service === 'search') return this.recordings?.search(action, body)
    if (service === 'replay') return this.recordings?.replay(action, body)
    if (service === 'events')
      return action === 'CreatePullPointSubscription' && isSubscription(body) ? this.events.open(this.#address) : undefined
    if (service === 'media' || service === 'media2') return this.#serveMedia(service, action, body)
    const { name, serial } = this.#options
    if (action === 'GetSystemDateAndTime') return dateAndTime(new Date(this.nowMs), this.settings?.zone, this.settings?.clockType)
    if (action === 'GetServices') return services(this.#address, this.#serviceNames)
    return action === 'GetDeviceInformation' ? deviceInformation(name, serial, this.version) : undefined
  }

  get #serviceNames(): ServiceName[] {
    const media: ServiceName[] = this.#options.hasMedia2 ? ['media', 'media2'] : ['media']
    const steered: ServiceName[] = [...(this.ptz ? (['ptz'] as const) : []), ...((this.ptz ?? this.settings) ? (['imaging'] as const) : [])]
    return ['device', ...media, 'events', ...steered, ...(this.recordings ? (['search', 'replay'] as const) : [])]
  }

  #serveMedia(service: 'media' | 'media2', action: string, body: SoapRequest['body']): string | undefined {
    const { snapshot, profiles: list } = this.#options
    if (!this.#serviceNames.includes(service)) return undefined
    const { profiles: tell, uri } = service === 'media' ? { profiles, uri: mediaUri } : media2
    if (action === 'GetProfiles') return tell(list, this.ptz !== undefined)
    const profile = list.find(({ token }) => token === textOf(body['ProfileToken']))
    if (action === 'GetStreamUri' && profile) return uri(action, profile.streamUrl)
    if (action === 'GetSnapshotUri' && profile && snapshot) return uri(action, `${this.#address}/snapshot.jpg`)
    return undefined
  }

  get #address(): string {
    return `${this.#options.tls ? 'https' : 'http'}://${this.#host}:${this.#options.believedPort ?? this.#port}`
  }
}

function serviceAt(path: string): ServiceName | undefined {
  if (path === '/onvif/device_service') return 'device'
  const [, name = ''] = /^\/onvif\/(\w+)$/.exec(path) ?? []
  return Object.keys(serviceNamespaces).find((one): one is ServiceName => one === name)
}
