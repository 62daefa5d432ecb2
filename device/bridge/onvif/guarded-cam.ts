import type { Agent } from 'node:http'
import onvif from 'onvif'
import { agentFor } from './camera-agents.ts'
import { onvifErrorOf } from './fault.ts'
import type { OnvifAddress } from './onvif-url.ts'

type Answer = (error: Error | null, data?: unknown, xml?: string, status?: number) => void
/** The library's one way out to the camera; its types leave it out. */
interface Question {
  url?: { agent?: Agent; protocol?: string }
  service?: string
  body?: string
}
type Request = (this: Cam, options: Question, answer: Answer) => void
type Cam = InstanceType<typeof onvif.Cam>
const request = Reflect.get(onvif.Cam.prototype, '_request') as Request
const [envelopeHead, envelopeFoot] = ['_envelopeHeader', '_envelopeFooter'].map((name) => Reflect.get(onvif.Cam.prototype, name)) as [
  (this: Cam) => string,
  (this: Cam) => string,
]
const passwordDigest = Reflect.get(onvif.Cam.prototype, '_passwordDigest') as (this: Cam) => unknown

/**
 * The library's camera, made safe against what cameras answer: what its readers throw becomes the error of that one
 * question, each question is answered once, and everything goes to the address that the person gave, whatever host
 * the camera names for its services.
 */
export class GuardedCam extends onvif.Cam {
  readonly #label: string
  readonly #isSecure: boolean
  /** All ways to the camera. */
  readonly connections: Agent

  constructor(address: OnvifAddress, patienceMs: number) {
    const { host, port, path, label, credentials, isSecure } = address
    const connections = agentFor(address, patienceMs)
    // The library writes names into its XML as they are.
    const account = credentials && { username: escapeXml(credentials.username), password: credentials.password }
    const where = { hostname: host, port, path, agent: connections, preserveAddress: true, timeout: patienceMs, useSecure: isSecure }
    super({ ...where, ...account, autoconnect: false })
    this.#label = label
    this.#isSecure = isSecure
    this.connections = connections
  }

  /** Ends all that is under way. */
  close(): void {
    this.connections.destroy()
  }

  /**
   * Called by the library to sign a question. It takes one byte of each letter of the password; cameras take those of UTF-8
   * (WS-Security, UsernameToken profile, section 3.1).
   */
  _passwordDigest(): unknown {
    const { password = '' } = this
    this.password = Buffer.from(password, 'utf8').toString('latin1')
    try {
      return passwordDigest.call(this)
    } finally {
      this.password = password
    }
  }

  /** Asks the search service, which the library does not know. `question` is the element of the body; the answer is as the library's XML reader has it. */
  search(question: string, done: Answer): void {
    this.#ask({ service: 'search', body: `${envelopeHead.call(this)}${question}${envelopeFoot.call(this)}` }, done)
  }

  /** Asks a service in words of our own, where the library's say too little. `question` is the element of the body. */
  raw(service: 'device' | 'media' | 'media2' | 'imaging', question: string, done: Answer): void {
    const body = `${envelopeHead.call(this)}${question}${envelopeFoot.call(this)}`
    this.#ask({ ...(service !== 'device' && { service }), body }, done)
  }

  /** Called by the library for each question. */
  _request(options: Question, answer: Answer): void {
    this.#ask(options, answer)
  }

  #ask(options: Question, answer: Answer): void {
    // Subscriptions have addresses of their own, and would go through connections that nobody closes.
    if (options.url !== undefined) Object.assign(options.url, { agent: this.connections, protocol: this.#isSecure ? 'https:' : 'http:' })
    let isAnswered = false
    request.call(this, options, (error, data, xml, status) => {
      if (isAnswered) return
      isAnswered = true
      if (error) return answer.call(this, onvifErrorOf(error, this.#label, { status, xml }), null, xml, status)
      try {
        answer.call(this, null, data, xml, status)
      } catch (unreadable) {
        answer.call(this, onvifErrorOf(unreadable, this.#label), null, xml, 200)
      }
    })
  }
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
