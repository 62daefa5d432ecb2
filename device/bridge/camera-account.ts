import { isIP } from 'node:net'
import { text } from 'node:stream/consumers'

/** How a name and a password reach a camera that is added by the command line. */
export const ACCOUNT_ADVICE =
  'A user name and a password stand in it as user:password@, or beside it, whatever signs they hold: --user name:password, or --user name --password-stdin'

export interface CameraAccount {
  username: string
  password: string
}

/** The address with the account in it, as the bridge keeps it. An empty one asks for nothing. */
export function withAccount(url: string, { username, password }: CameraAccount): string {
  if (username === '' && password === '') return url
  return url.replace('://', `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`)
}

export function hasAccount(url: string): boolean {
  return /^\w+:\/\/[^/?#@]*@/.test(url)
}

/**
 * A password that was typed into an address as it is: behind a `/`, `?` or `#` in it everything is read as something else, the host too. So nobody
 * is asked in its name. What stands before a `/` may look like a port: then only a host that is no name shows that it is one.
 */
export function isTorn(url: string): boolean {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  if (rest.includes('#')) return true
  if (!rest.includes('@')) return false
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(:.*)?$/s.exec(authority) ?? []
  const isHost = host.startsWith('[') || isIP(host) !== 0
  return authority.includes('@') || rest.includes('?') || (port !== undefined && !isHost)
}

/**
 * What `--user name:password`, or `--user name` with the password on the standard input, says. The first colon parts them: a name has none. Undefined
 * without; an `Error` whose message is a sentence for the person when it makes no sense.
 */
export async function readAccount(values: { user?: string; 'password-stdin'?: boolean }): Promise<CameraAccount | undefined> {
  const { user, 'password-stdin': isOnInput = false } = values
  if (user === undefined && !isOnInput) return undefined
  const colon = user?.indexOf(':') ?? -1
  if (isOnInput && colon >= 0) return fail('The password is given twice: take it out of --user, or leave --password-stdin out.')
  if (user === undefined || user === '' || colon === 0) return fail('Whose password is it? Give the name with --user.')
  if (!isOnInput) return { username: colon < 0 ? user : user.slice(0, colon), password: colon < 0 ? '' : user.slice(colon + 1) }
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password === '' || /[\r\n]/.test(password)) return fail('--password-stdin expects one line with the password on the standard input.')
  return { username: user, password }
}

function fail(message: string): never {
  throw new AccountFault(message)
}

/** Something about a name or a password that the person can put right; holds neither. */
export class AccountFault extends Error {}
