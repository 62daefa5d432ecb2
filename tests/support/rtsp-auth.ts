import { createHash, randomBytes } from 'node:crypto'

export interface AuthOptions {
  username: string
  password: string
  scheme: 'basic' | 'md5' | 'sha-256'
  /** offers qop="auth"; else the older form of Digest */
  hasQop?: boolean
}

/** Checks Authorization headers as a camera does. Written apart from the client's side, so that one cannot hide a mistake of the other. */
export class Authenticator {
  readonly #options: AuthOptions
  #nonce = randomBytes(12).toString('hex')
  readonly #usedCounts = new Set<string>()

  constructor(options: AuthOptions) {
    this.#options = options
  }

  get challenge(): string {
    const { scheme, hasQop } = this.#options
    if (scheme === 'basic') return 'Basic realm="Test, camera"'
    const algorithm = scheme === 'md5' ? '' : ', algorithm=SHA-256'
    return `Digest realm="Test, camera", nonce="${this.#nonce}"${algorithm}${hasQop ? ', qop="auth"' : ''}`
  }

  /** What was signed so far is signed with an old nonce from here on. */
  renewNonce(): void {
    this.#nonce = randomBytes(12).toString('hex')
  }

  accepts(header: string | undefined, method: string, uri: string): boolean {
    const { scheme, username, password, hasQop } = this.#options
    if (header === undefined) return false
    if (scheme === 'basic') return header === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const field = (name: string) => new RegExp(`[ ,]${name}="?([^",]*(?:, camera)?)"?`).exec(header)?.[1] ?? ''
    const hash = (text: string) =>
      createHash(scheme === 'md5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    const ha1 = hash(`${username}:Test, camera:${password}`)
    const ha2 = hash(`${method}:${uri}`)
    if (field('nonce') !== this.#nonce || field('uri') !== uri) return false
    if (!hasQop) return field('response') === hash(`${ha1}:${this.#nonce}:${ha2}`)
    const count = `${field('cnonce')}:${field('nc')}`
    if (this.#usedCounts.has(count)) return false // a replay
    this.#usedCounts.add(count)
    return field('response') === hash(`${ha1}:${this.#nonce}:${field('nc')}:${field('cnonce')}:auth:${ha2}`)
  }
}
