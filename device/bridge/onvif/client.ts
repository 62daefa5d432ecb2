import type { Agent } from 'node:http'
import * as z from 'zod/mini'
import { word } from './answers.ts'
import { OnvifError, onvifErrorOf } from './fault.ts'
import { escapeXml, GuardedCam } from './guarded-cam.ts'
import type { OnvifAddress } from './onvif-url.ts'
import { movedFrom } from './redirect.ts'
import { profileAnswer, type OnvifProfile } from './profiles.ts'

/** A camera that needs longer for an answer is of no use to somebody who steers it. */
const PATIENCE_MS = 8_000

const informationAnswer = z.object({
  manufacturer: word,
  model: word,
  firmwareVersion: word,
  serialNumber: word,
})
export type OnvifInformation = z.output<typeof informationAnswer>
/** Further than this no clock goes by itself between two looks at it, whole seconds included. */
const CLOCK_STEP_MS = 4_000
const uriAnswer = z.object({ uri: z.string() })
const services = ['media', 'ptz', 'imaging', 'events', 'search', 'replay'] as const

/** The services that are asked in words of our own. */
export type OnvifService = 'device' | 'media' | 'media2' | 'imaging'

type Done = (error: Error | null, data?: unknown) => void

/** One ONVIF camera, asked over HTTP or HTTPS by the library. Everything that it answers is checked here; all methods throw `OnvifError`. */
export class OnvifClient {
  readonly address: OnvifAddress
  readonly #cam: GuardedCam
  #clockAheadMs = 0

  private constructor(address: OnvifAddress, patienceMs: number) {
    this.address = address
    this.#cam = new GuardedCam(address, patienceMs)
  }

  /**
   * Asks for the camera's time, which signed questions have to name, and for its services; where it sends us on within its host, there. Nothing of this
   * shows that the password is right.
   */
  static async connect(address: OnvifAddress, patienceMs = PATIENCE_MS): Promise<OnvifClient> {
    try {
      return await OnvifClient.#open(address, patienceMs)
    } catch (error) {
      if (!(error instanceof OnvifError) || error.fault.kind !== 'moved') throw error
      return OnvifClient.#open(await movedFrom(address, patienceMs), patienceMs)
    }
  }

  static async #open(address: OnvifAddress, patienceMs: number): Promise<OnvifClient> {
    const client = new OnvifClient(address, patienceMs)
    try {
      await client.#readClock()
      await client.ask(z.unknown(), (cam, done) => cam.getServices(false, done)).catch((error: OnvifError) => client.#askOldWay(error))
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  /** How far the camera's clock is ahead of ours, to the second. */
  get clockAheadMs(): number {
    return this.#clockAheadMs
  }

  /** All ways to the camera. */
  get connections(): Agent {
    return this.#cam.connections
  }

  has(service: (typeof services)[number]): boolean {
    return this.#cam.uri?.[service] !== undefined || (service === 'media' && this.#cam.uri?.media2 !== undefined)
  }

  /** It has the second media service, and has answered to it so far. */
  get hasMedia2(): boolean {
    return this.#cam.media2Support === true && this.#cam.uri?.media2 !== undefined
  }

  /** The media service that is asked. */
  get media(): 'media' | 'media2' {
    return this.hasMedia2 ? 'media2' : 'media'
  }

  /** Asks for the time anew. Throws 'clock' when it was set since we connected: the camera would take no question with the time of before. */
  async checkClock(): Promise<void> {
    const before = this.#clockAheadMs
    await this.#readClock()
    if (Math.abs(this.#clockAheadMs - before) > CLOCK_STEP_MS) throw new OnvifError('clock', `the clock of ${this.address.label} was set`)
  }

  information(): Promise<OnvifInformation> {
    return this.ask(informationAnswer, (cam, done) => cam.getDeviceInformation(done))
  }

  async profiles(): Promise<OnvifProfile[]> {
    const ask = () => this.ask(z.array(profileAnswer), (cam, done) => cam.getProfiles(done))
    if (!this.#cam.media2Support) return ask()
    try {
      return await ask()
    } catch (error) {
      // Some cameras name the second media service and cannot do it.
      if (!(error instanceof OnvifError) || !['unsupported', 'protocol'].includes(error.fault.kind)) throw error
      this.#cam.media2Support = false
      return ask()
    }
  }

  /** The RTSP address of a profile, with the camera's host as we know it, and with the credentials. */
  async streamUrl(profile: string): Promise<string> {
    const options = { protocol: 'RTSP', stream: 'RTP-Unicast', profileToken: escapeXml(profile) }
    const { uri } = await this.ask(uriAnswer, (cam, done) => cam.getStreamUri(options, done))
    return this.#ours(uri, 'rtsp:').href
  }

  /** The RTSP address, plain or over TLS, at which the camera plays one of its recordings, with its host as we know it, and with the credentials. */
  async replayUrl(recording: string): Promise<string> {
    const options = { protocol: 'RTSP', recordingToken: escapeXml(recording) }
    const uri = await this.ask(z.string(), (cam, done) => cam.getReplayUri(options, done))
    return this.#ours(uri, 'rtsp:', 'rtsps:').href
  }

  /** The address of a profile's picture of now, with the camera's host as we know it; without credentials. */
  async snapshotUrl(profile: string): Promise<URL> {
    const { uri } = await this.ask(uriAnswer, (cam, done) => cam.getSnapshotUri({ profileToken: escapeXml(profile) }, done))
    return this.ownUrl(uri)
  }

  /** An address of HTTP that the camera tells, as it is for us; without credentials. */
  ownUrl(uri: string): URL {
    const url = this.#ours(uri, 'http:', 'https:')
    url.username = ''
    url.password = ''
    url.protocol = this.address.isSecure ? 'https:' : 'http:'
    url.port = String(this.address.port)
    return url
  }

  /** Asks one question of the library, and checks what it answers with. */
  ask<Schema extends z.ZodMiniType>(
    answer: Schema,
    question: (cam: GuardedCam, done: Done) => void,
    patienceMs = PATIENCE_MS,
  ): Promise<z.output<Schema>> {
    const { label } = this.address
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new OnvifError('timeout', `${label} does not answer`)), patienceMs)
      const done: Done = (error, data) => {
        clearTimeout(timer)
        if (error) return reject(onvifErrorOf(error, label))
        const parsed = answer.safeParse(data)
        if (parsed.success) resolve(parsed.data)
        else reject(onvifErrorOf(undefined, label))
      }
      try {
        question(this.#cam, done)
      } catch (error) {
        done(onvifErrorOf(error, label))
      }
    })
  }

  close(): void {
    this.#cam.close()
  }

  async #readClock(): Promise<void> {
    const time = await this.ask(z.date(), (cam, done) => cam.getSystemDateAndTime(done))
    this.#clockAheadMs = time.getTime() - Date.now()
  }

  /** Cameras of before 2012 know only this question. */
  async #askOldWay(error: OnvifError): Promise<void> {
    if (!['unsupported', 'protocol'].includes(error.fault.kind)) throw error
    await this.ask(z.unknown(), (cam, done) => cam.getCapabilities(done))
  }

  /** An address that the camera tells. What host it believes to have is not asked: behind a router it is wrong, and it may name anybody. */
  #ours(uri: string, ...protocols: ('rtsp:' | 'rtsps:' | 'http:' | 'https:')[]): URL {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    if (!url || !protocols.some((protocol) => protocol === url.protocol)) throw onvifErrorOf(undefined, this.address.label)
    const { host, credentials } = this.address
    url.hostname = host.includes(':') ? `[${host}]` : host
    url.username = encodeURIComponent(credentials?.username ?? '')
    url.password = encodeURIComponent(credentials?.password ?? '')
    return url
  }
}
