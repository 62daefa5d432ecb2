import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebPushPayload } from '#contract/web-push.ts'
import { until } from './until.ts'

/** What a browser hands out when it subscribes. */
interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** A message as it arrived: `payload` is decrypted with the browser's keys (RFC 8291), `key` is the one that it was signed by (RFC 8292). */
export interface PushedMessage {
  payload: WebPushPayload
  text: string
  key: string
  subject: string
  ttlS: number
  urgency: string
}

/** A push service of this machine, as Chromium's is Google's: takes messages for the browsers that have subscribed to it (RFC 8030). */
export class PushService {
  readonly #server: Server
  readonly #browsers = new Map<string, TestBrowser>()

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<PushService> {
    const service: PushService = new PushService(createServer((request, response) => void service.#take(request, response)))
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** A browser that subscribes here, with keys of its own. */
  browser(): TestBrowser {
    const id = randomBytes(12).toString('hex')
    const browser = new TestBrowser(`${this.url}/push/${id}`)
    this.#browsers.set(`/push/${id}`, browser)
    return browser
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = this.#browsers.get(request.url ?? '')
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const status = browser?.take(request, Buffer.concat(parts), this.url) ?? 404
    response.writeHead(status, browser?.headers).end()
  }
}

export class TestBrowser {
  readonly subscription: Subscription
  readonly messages: PushedMessage[] = []
  /** How its push service answers the next messages; 201 takes them. */
  status = 201
  headers: Record<string, string> = {}
  /** Messages that were not taken. */
  refusals = 0
  readonly #keys: ECDH
  readonly #auth = randomBytes(16)

  constructor(endpoint: string) {
    this.#keys = createECDH('prime256v1')
    this.#keys.generateKeys()
    this.subscription = { endpoint, p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') }
  }

  /** The next message that was not asked for before. */
  async next(): Promise<PushedMessage> {
    await until('a message of Web Push', () => this.messages.length > 0)
    const message = this.messages.shift()
    if (message === undefined) throw new Error('There is no message.')
    return message
  }

  take(request: IncomingMessage, body: Buffer, origin: string): number {
    if (this.status !== 201) {
      this.refusals += 1
      return this.status
    }
    const { key, subject } = signerOf(request.headers.authorization ?? '', origin)
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('Encrypted in another way')
    const text = this.#decrypt(body)
    const { ttl, urgency } = request.headers
    this.messages.push({ payload: JSON.parse(text) as WebPushPayload, text, key, subject, ttlS: Number(ttl), urgency: String(urgency) })
    return 201
  }

  /** RFC 8188 with the keys of RFC 8291, one record. */
  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
    const sealed = body.subarray(21 + senderKey.byteLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), senderKey])
    const shared = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(senderKey), this.#auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  }
}

/** Who signed a message, and for whom it is. Throws when the signature is wrong, old, or for another push service. */
function signerOf(authorization: string, origin: string): { key: string; subject: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const isGood = verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  if (!isGood || aud !== origin || exp * 1_000 < Date.now()) throw new Error('The signature is not good')
  return { key, subject: sub }
}
