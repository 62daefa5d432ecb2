import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, type TLSSocket } from 'node:tls'
import { OnvifError } from './fault.ts'
import type { OnvifAddress } from './onvif-url.ts'

/** No answer that we ask for is nearly as long. */
const MOST_ANSWER_BYTES = 1024 * 1024
/** Nor does it declare so many namespaces: the library looks for the end of each in all that follows. */
const MOST_NAMESPACES = 2_000
/** Nor are so many of its elements in one another: the library's reader takes seconds for them, in which no camera is read. */
const MOST_DEPTH = 100
/** The longest question is one for events, which waits for a minute; one connection is for one. */
const MOST_CONNECTION_MS = 120_000

/** What a question says to its agent beside what Node's has: its answer is a picture, in which nothing is an element. */
export interface AskedFor {
  isPicture?: boolean
}

/** Has the connection end when a camera sends more than an answer can be, or what would take the library minutes to read, or takes too long. */
function bound<Stream extends Duplex | null | undefined>(stream: Stream, { isPicture = false }: AskedFor): Stream {
  let bytes = 0
  let namespaces = 0
  const depth = new Depth()
  const end = (why: string) => stream?.destroy(Object.assign(new Error(why), { code: 'EMSGSIZE' }))
  const timer = setTimeout(() => end('too long for an answer'), MOST_CONNECTION_MS).unref()
  stream?.once('close', () => clearTimeout(timer))
  stream?.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    namespaces += chunk.toString('latin1').split('xmlns').length - 1
    if (bytes > MOST_ANSWER_BYTES || namespaces > MOST_NAMESPACES || (!isPicture && depth.after(chunk) > MOST_DEPTH))
      end('too long an answer')
  })
  return stream
}

const [LESS, SLASH, MORE, QUESTION, EXCLAMATION] = [0x3c, 0x2f, 0x3e, 0x3f, 0x21]

/** How many elements are open, as their bytes come. */
class Depth {
  #open = 0
  #before = 0

  /** The most that were open within this chunk. */
  after(chunk: Uint8Array): number {
    let most = this.#open
    for (const byte of chunk) {
      if (this.#before === LESS && byte === SLASH) this.#open -= 1
      else if (this.#before === LESS && byte !== QUESTION && byte !== EXCLAMATION) this.#open += 1
      else if (this.#before === SLASH && byte === MORE) this.#open -= 1
      this.#before = byte
      most = Math.max(most, this.#open)
    }
    return most
  }
}

class PlainAgent extends Agent {
  override createConnection(...args: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    return bound(super.createConnection(...args), args[0] as AskedFor)
  }
}

/** Connections over TLS, each handed out only when the camera has shown the certificate that it is known by: until then nothing is said to it. */
class PinnedAgent extends SecureAgent {
  readonly #address: OnvifAddress
  readonly #patienceMs: number
  readonly #opening = new Set<TLSSocket>()

  constructor(address: OnvifAddress, patienceMs: number) {
    super()
    this.#address = address
    this.#patienceMs = patienceMs
  }

  override createConnection(
    options: Parameters<SecureAgent['createConnection']>[0],
    onCreated: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { host, port } = this.#address
    // Hardly any camera has a certificate that an authority vouches for: it is known by its fingerprint.
    const socket = connect({ host, port, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: false })
    this.#opening.add(socket)
    const settle = (error: Error | null) => {
      if (!this.#opening.delete(socket)) return
      clearTimeout(timer)
      if (error === null) bound(socket, options as AskedFor)
      else socket.destroy()
      onCreated(error, socket)
    }
    const timer = setTimeout(() => settle(Object.assign(new Error('no key within the time'), { code: 'ETIMEDOUT' })), this.#patienceMs)
    socket.once('secureConnect', () => settle(this.#objectionTo(socket)))
    socket.once('close', () => settle(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    // Also stays for the life of the socket, whose user has a listener of their own.
    socket.on('error', settle)
  }

  override destroy(): void {
    for (const socket of this.#opening) socket.destroy()
    super.destroy()
  }

  #objectionTo(socket: TLSSocket): OnvifError | null {
    const { certificate: known, label } = this.#address
    const { fingerprint256: shown } = socket.getPeerCertificate()
    if (socket.authorized || (known !== undefined && shown === known)) return null
    const whose = known === undefined ? 'a certificate that no authority vouches for' : 'another certificate than the one it is known by'
    return new OnvifError('certificate', `${label} shows ${whose}, with the fingerprint ${shown}`)
  }
}

/** How a camera is connected to: as its address says, over TLS only where its certificate is the right one. */
export function agentFor(address: OnvifAddress, patienceMs: number): Agent {
  return address.isSecure ? new PinnedAgent(address, patienceMs) : new PlainAgent()
}
