import { networkOf } from '../http/network-of.ts'
import { randomSecret } from '../runtime/secrets.ts'
import type { Sealer } from '../runtime/sealer.ts'
import type { Visitor } from './caller.ts'
import type { Attempt } from './sign-in-guard.ts'

/** People of one browser that are remembered: a guard room has one for all. */
const MOST_PEOPLE = 12
const MARK_LENGTH = 24

interface User {
  id: string
  password_hash: string
}

/**
 * Browsers in which somebody has signed in before. They are exempt from what others get wrong: else a stranger who guesses would lock the
 * owner of a name out. What says so is a cookie that opens nothing: a number of the browser's own and, for each person, a MAC of it, void
 * once the password is another one.
 */
export class KnownBrowsers {
  readonly #sealer: Sealer

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Under what an attempt to sign in as this name is counted. */
  attempt(loginName: string, user: User | undefined, { browser = '', address }: Visitor): Attempt {
    const [nonce = '', ...marks] = browser.split('.')
    const isKnown = user !== undefined && nonce !== '' && marks.includes(this.#markOf(nonce, user))
    if (isKnown) return { key: `${loginName} in ${nonce}` }
    return { key: `${loginName} from ${networkOf(address)}`, among: loginName }
  }

  /** What the browser is to keep once this person has signed in. */
  remember(user: User, { browser = '' }: Visitor): string {
    const [known = '', ...marks] = browser.split('.')
    const nonce = known === '' ? randomSecret() : known
    const mark = this.#markOf(nonce, user)
    return [nonce, mark, ...marks.filter((other) => other !== mark)].slice(0, MOST_PEOPLE + 1).join('.')
  }

  #markOf(nonce: string, { id, password_hash }: User): string {
    return this.#sealer.mac(`browser ${nonce} ${id} ${password_hash}`).slice(-MARK_LENGTH)
  }
}
