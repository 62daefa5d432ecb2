import { Agent } from 'node:http'
import onvif from 'onvif'
import { onvifErrorOf } from './fault.ts'
import type { OnvifAddress } from './onvif-url.ts'

/** No answer that we ask for is nearly as long. */
const MOST_ANSWER_BYTES = 1024 * 1024
/** Nor does it declare so many namespaces: the library looks for the end of each in all that follows. */
const MOST_NAMESPACES = 2_000

type Answer = (error: Error | null, data?: unknown, xml?: string, status?: number) => void
/** The library's one way out to the camera; its types leave it out. */
type Request = (this: Cam, options: { url?: { agent?: Agent } }, answer: Answer) => void
type Cam = InstanceType<typeof onvif.Cam>
const request = Reflect.get(onvif.Cam.prototype, '_request') as Request
const passwordDigest = Reflect.get(onvif.Cam.prototype, '_passwordDigest') as (this: Cam) => unknown

/** Connections that end when a camera sends more than an answer can be, or what would take the library minutes to read. */
class BoundedAgent extends Agent {
  override createConnection(...args: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    const stream = super.createConnection(...args)
    let bytes = 0
    let namespaces = 0
    stream?.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
      namespaces += chunk.toString('latin1').split('xmlns').length - 1
      if (bytes > MOST_ANSWER_BYTES || namespaces > MOST_NAMESPACES)
        stream.destroy(Object.assign(new Error('too long an answer'), { code: 'EMSGSIZE' }))
    })
    return stream
  }
}

/**
 * The library's camera, made safe against what cameras answer: what its readers throw becomes the error of that one
 * question, each question is answered once, and everything goes to the address that the person gave, whatever host
 * the camera names for its services.
 */
export class GuardedCam extends onvif.Cam {
  readonly #label: string
  readonly #connections: Agent

  constructor({ host, port, path, label, credentials }: OnvifAddress, patienceMs: number) {
    const connections = new BoundedAgent()
    // The library writes names into its XML as they are.
    const account = credentials && { username: escapeXml(credentials.username), password: credentials.password }
    const where = { hostname: host, port, path, agent: connections, preserveAddress: true, timeout: patienceMs }
    super({ ...where, ...account, autoconnect: false })
    this.#label = label
    this.#connections = connections
  }

  /** Ends all that is under way. */
  close(): void {
    this.#connections.destroy()
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

  /** Called by the library for each question. */
  _request(options: Parameters<Request>[0], answer: Answer): void {
    // Subscriptions have addresses of their own, and would go through connections that nobody closes.
    if (options.url !== undefined) options.url.agent = this.#connections
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
