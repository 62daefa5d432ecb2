import { createHash, randomBytes } from 'node:crypto'
import type { Credentials } from './rtsp-url.ts'

/** One way to sign in that the camera offers, from a WWW-Authenticate header. */
export interface Challenge {
  scheme: 'basic' | 'digest'
  params: Map<string, string>
}

const ALGORITHMS: Record<string, { hash: 'md5' | 'sha256'; rank: number }> = {
  md5: { hash: 'md5', rank: 1 },
  'md5-sess': { hash: 'md5', rank: 1 },
  'sha-256': { hash: 'sha256', rank: 2 },
  'sha-256-sess': { hash: 'sha256', rank: 2 },
}

/** All challenges in the values of WWW-Authenticate: several headers, or several challenges in one, separated by commas. */
export function parseChallenges(headers: readonly string[]): Challenge[] {
  const challenges: Challenge[] = []
  // A scheme is a word followed by a parameter or the end; a parameter is name=token or name="quoted".
  const item = /([a-z0-9-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|([a-z0-9-]+)/gi
  for (const header of headers) {
    let current: Challenge | undefined
    for (const [, name, quoted, token, scheme] of header.slice(0, 4096).matchAll(item)) {
      if (scheme !== undefined) {
        const lower = scheme.toLowerCase()
        current = lower === 'basic' || lower === 'digest' ? { scheme: lower, params: new Map() } : undefined
        if (current) challenges.push(current)
      } else if (current && name !== undefined) {
        current.params.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
      }
    }
  }
  return challenges
}

/** The strongest challenge we can answer: Digest SHA-256, Digest MD5, Basic. */
export function pickChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  return challenges.filter((challenge) => rank(challenge) >= 0).toSorted((a, b) => rank(b) - rank(a))[0]
}

/** Answers one challenge for as many requests as the camera accepts it. RFC 7616, RFC 2617, RFC 2069, RFC 7617. */
export class Authorizer {
  readonly #challenge: Challenge
  readonly #credentials: Credentials
  readonly #cnonce: string
  #count = 0

  constructor(challenge: Challenge, credentials: Credentials, cnonce = randomBytes(8).toString('hex')) {
    this.#challenge = challenge
    this.#credentials = credentials
    this.#cnonce = cnonce
  }

  /** The value of the Authorization header. */
  header(method: string, uri: string): string {
    const { username, password } = this.#credentials
    if (this.#challenge.scheme === 'basic') return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

    const { params } = this.#challenge
    const algorithm = params.get('algorithm') ?? 'MD5'
    const hash = (text: string) =>
      createHash(ALGORITHMS[algorithm.toLowerCase()]?.hash ?? 'md5')
        .update(text)
        .digest('hex')
    const realm = params.get('realm') ?? ''
    const nonce = params.get('nonce') ?? ''
    const isSession = algorithm.toLowerCase().endsWith('-sess')
    const secret = hash(`${username}:${realm}:${password}`)
    const ha1 = isSession ? hash(`${secret}:${nonce}:${this.#cnonce}`) : secret
    const ha2 = hash(`${method}:${uri}`)

    const parts = [`username=${quote(username)}`, `realm=${quote(realm)}`, `nonce=${quote(nonce)}`, `uri=${quote(uri)}`]
    if (params.has('algorithm')) parts.push(`algorithm=${algorithm}`)
    if (params.has('opaque')) parts.push(`opaque=${quote(params.get('opaque') ?? '')}`)
    if (offersAuth(params)) {
      const count = (++this.#count).toString(16).padStart(8, '0')
      parts.push('qop=auth', `nc=${count}`, `cnonce="${this.#cnonce}"`)
      parts.push(`response="${hash(`${ha1}:${nonce}:${count}:${this.#cnonce}:auth:${ha2}`)}"`)
    } else {
      if (isSession) parts.push(`cnonce="${this.#cnonce}"`)
      parts.push(`response="${hash(`${ha1}:${nonce}:${ha2}`)}"`)
    }
    return `Digest ${parts.join(', ')}`
  }
}

function rank({ scheme, params }: Challenge): number {
  if (scheme === 'basic') return 0
  const canAnswer = params.has('nonce') && (!params.has('qop') || offersAuth(params))
  return canAnswer ? (ALGORITHMS[(params.get('algorithm') ?? 'md5').toLowerCase()]?.rank ?? -1) : -1
}

function offersAuth(params: Map<string, string>): boolean {
  return (params.get('qop') ?? '').split(',').some((each) => each.trim().toLowerCase() === 'auth')
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
