import { rtspError } from './fault.ts'

const DEFAULT_PORTS: Record<string, number> = { 'rtsp:': 554, 'rtsps:': 322 }
/** `camera.local`, `192.168.1.20`, `[fe80::1]`; hosts of addresses that are not of the web may have nearly every sign in them. */
const PLAIN_HOST = /^(\[[\da-f:.]+\]|[a-z\d](?:[\w.-]*[a-z\d])?)$/i
const UDP_WISH = /([?&])transport=udp(&|$)/i

export interface Credentials {
  username: string
  password: string
}

/** An rtsp:// address taken apart. `uri` is what goes on the wire: without user name and password. */
export interface RtspAddress {
  host: string
  port: number
  /** `host:port`, for messages */
  label: string
  uri: string
  credentials: Credentials | undefined
  isSecure: boolean
  /** `transport=udp` in the query, which is for us and does not go on the wire */
  isUdp: boolean
}

/** Throws an `RtspError` ('protocol') for anything that is no rtsp:// or rtsps:// address; its text does not repeat the address. */
export function parseRtspUrl(url: string): RtspAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const defaultPort = parsed && DEFAULT_PORTS[parsed.protocol]
  if (!parsed || defaultPort === undefined || parsed.hostname === '') throw rtspError('protocol', 'not an rtsp://host/… address')
  const port = parsed.port === '' ? defaultPort : Number(parsed.port)
  const search = parsed.search.replace(UDP_WISH, (_, before: string, after: string) => (after === '' ? '' : before))
  const label = `${parsed.hostname}:${port}`
  const hasUser = parsed.username !== '' || parsed.password !== ''
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port,
    label,
    uri: `${parsed.protocol}//${label}${parsed.pathname}${search}`,
    credentials: hasUser ? { username: decodeUrlPart(parsed.username), password: decodeUrlPart(parsed.password) } : undefined,
    isSecure: parsed.protocol === 'rtsps:',
    isUdp: search !== parsed.search,
  }
}

/** Whether it is a name or an address, in which nothing means something to a shell; an address of six has its brackets. */
export function isPlainHost(host: string): boolean {
  return PLAIN_HOST.test(host)
}

/** An address that may be shown and logged: user, password and every value of the query are left out. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return 'rtsp://…'
  const parsed = new URL(url)
  // Some cameras want `/user=admin_password=secret_channel=1.sdp` in the path.
  const path = parsed.pathname.replace(/((?:user|pass|pwd)[a-z]*=)[^&_/;]*/gi, '$1…')
  const user = parsed.username === '' && parsed.password === '' ? '' : '…@'
  return `${parsed.protocol}//${user}${parsed.host}${path}${parsed.search.replace(/=[^&]*/g, '=…')}`
}

/** Undoes %-escapes one run at a time: a lone % typed by a person stays as it stands. */
export function decodeUrlPart(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
