/**
 * Why a session could not open, or ended. `message` is one English sentence for logs and the command line;
 * it never holds credentials, nor the path of the address (some cameras carry the password there).
 */
export type RtspFault = { kind: RtspFaultKind; message: string } | { kind: 'no-video'; message: string; offered: string[] }

export type RtspFaultKind =
  | 'refused' // nobody listens on that port
  | 'unreachable' // no such host, or no way to it
  | 'timeout' // no answer, or no more pictures, within the time
  | 'unauthorized' // credentials missing or wrong
  | 'forbidden' // credentials are right, but not for this
  | 'busy' // too many watch already
  | 'moved' // the camera sends us to another host
  | 'rejected' // the camera understands, and does not do what we need
  | 'not-found' // the camera does not know the path
  | 'protocol' // the answer makes no sense
  | 'lost' // the connection ended

/** An `RtspFault` on its way through a promise. */
export class RtspError extends Error {
  readonly fault: RtspFault

  constructor(fault: RtspFault) {
    super(fault.message)
    this.name = 'RtspError'
    this.fault = fault
  }
}

export function rtspError(kind: RtspFaultKind, message: string): RtspError {
  return new RtspError({ kind, message })
}

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN', 'ENETDOWN', 'EACCES'])

/** The fault behind anything thrown while talking to `host` (`name:port`); socket errors are told apart by their code. */
export function rtspFaultOf(error: unknown, host: string): RtspFault {
  if (error instanceof RtspError) return error.fault
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: `${host} refuses the connection` }
  if (UNREACHABLE.has(code)) return { kind: 'unreachable', message: `${host} cannot be reached (${code})` }
  if (code === 'ETIMEDOUT') return { kind: 'timeout', message: `${host} does not answer` }
  if (code !== '') return { kind: 'lost', message: `the connection to ${host} broke (${code})` }
  return { kind: 'protocol', message: `reading ${host} failed: ${String(error).slice(0, 200)}` }
}
