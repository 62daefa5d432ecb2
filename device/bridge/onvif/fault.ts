/**
 * Why an ONVIF camera did not do what it was asked. `message` is one English sentence for logs and the command line; it holds no credentials.
 */
export interface OnvifFault {
  kind: OnvifFaultKind
  message: string
}

type OnvifFaultKind =
  | 'address' // no onvif:// or onvifs:// address
  | 'interface' // this machine has no such network interface
  | 'refused' // nobody listens on that port
  | 'unreachable' // no such host, or no way to it
  | 'timeout' // no answer within the time
  | 'certificate' // it shows another one than it should
  | 'unauthorized' // credentials missing or wrong
  | 'clock' // the clocks are too far apart for the camera to believe us
  | 'unsupported' // the camera cannot do it
  | 'busy' // it has too much to do at the moment
  | 'moved' // it sends us to another address
  | 'full' // it has no room for one more
  | 'not-found' // it has no such thing
  | 'protocol' // the answer makes no sense
  | 'lost' // the connection ended

/** A camera that refuses the password may lock the account when it is asked too often. */
export const UNAUTHORIZED_PAUSE_MS = 60_000

/** An `OnvifFault` on its way through a promise. */
export class OnvifError extends Error {
  readonly fault: OnvifFault

  constructor(kind: OnvifFaultKind, message: string) {
    super(message)
    this.name = 'OnvifError'
    this.fault = { kind, message }
  }
}

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN', 'ENETDOWN', 'EACCES'])

/** What a camera answered beside the error: its status and the text of the answer. */
interface Answered {
  status?: number | undefined
  xml?: unknown
}

/** Words of faults (ONVIF core, section "Faults"; WS-Security), and what they mean. The first that is found counts. */
const words: readonly [RegExp, OnvifFaultKind, string][] = [
  [/MessageExpired|TimestampExpired|time check failed/i, 'clock', 'says that the time of the request is wrong'],
  [/NotAuthorized|FailedAuthentication|not authori[sz]ed|unauthori[sz]ed/i, 'unauthorized', 'does not accept the user name and password'],
  [/TooManyPresets|MaxNVTProfiles|\bTooMany/i, 'full', 'has no room for one more'],
  [/NoToken|NoEntity|NoProfile|ResourceUnknown/i, 'not-found', 'has no such thing'],
  [/ActionNotSupported|NotSupported|NoPTZProfile|not implemented/i, 'unsupported', 'cannot do this'],
]

/** The error for anything that went wrong while asking `host` (`name:port`). */
export function onvifErrorOf(error: unknown, host: string, { status, xml }: Answered = {}): OnvifError {
  if (error instanceof OnvifError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return new OnvifError('refused', `${host} refuses the connection`)
  if (UNREACHABLE.has(code)) return new OnvifError('unreachable', `${host} cannot be reached (${code})`)
  const text = `${error instanceof Error ? error.message : ''} ${typeof xml === 'string' ? xml.slice(0, 10_000) : ''}`
  if (code === 'ETIMEDOUT' || text.startsWith('Network timeout')) return new OnvifError('timeout', `${host} does not answer`)
  if (/^E[A-Z]+$/.test(code)) return new OnvifError('lost', `the connection to ${host} broke (${code})`)
  const isRefused = status === 401 || status === 403 || text.startsWith('Digest authentication')
  if (isRefused) return new OnvifError('unauthorized', `${host} does not accept the user name and password`)
  const [, kind, sentence] = words.find(([pattern]) => pattern.test(text)) ?? []
  if (kind !== undefined) return new OnvifError(kind, `${host} ${sentence}`)
  if (status === 503) return new OnvifError('busy', `${host} is busy (503)`)
  if (status !== undefined && status >= 300 && status < 400) return new OnvifError('moved', `${host} sends us on again and again`)
  return new OnvifError(
    'protocol',
    `the answer of ${host} makes no sense${status === undefined || status < 400 ? '' : ` (status ${status})`}`,
  )
}
