import { createHash } from 'node:crypto'
import { asElement, SoapFault, textOf, type Element } from './soap.ts'

/** A camera with protection against replays takes no message that is older or newer than this by its own clock. */
const FRESH_MS = 5_000

/** Checks the UsernameToken of WS-Security as strict cameras do: digest only, a nonce once, and the time of the message. */
export class TokenCheck {
  readonly #account: { username: string; password: string }
  readonly #now: () => number
  readonly #seenNonces = new Set<string>()

  constructor(account: { username: string; password: string }, now: () => number) {
    this.#account = account
    this.#now = now
  }

  /** Throws `SoapFault`. */
  require(header: Element): void {
    const token = asElement(asElement(header['Security'])['UsernameToken'])
    const nonce = textOf(token['Nonce'])
    const created = textOf(token['Created'])
    const { username, password } = this.#account
    const digest = createHash('sha1')
      .update(Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(created), Buffer.from(password)]))
      .digest('base64')
    const isDigest = textOf(asElement(token['Password'])['@Type']).endsWith('#PasswordDigest')
    const isRight = isDigest && textOf(token['Username']) === username && textOf(token['Password']) === digest
    const isFresh = Math.abs(Date.parse(created) - this.#now()) <= FRESH_MS
    if (!isRight || !isFresh || nonce === '' || this.#seenNonces.has(nonce)) {
      throw new SoapFault('ter:NotAuthorized', 'Sender not authorized')
    }
    this.#seenNonces.add(nonce)
  }
}
