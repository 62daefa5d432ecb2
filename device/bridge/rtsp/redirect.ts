import { isIP } from 'node:net'
import { RtspError, rtspError } from './fault.ts'
import { headerOf, type RtspResponse } from './rtsp-message.ts'
import { isPlainHost, parseRtspUrl, type RtspAddress } from './rtsp-url.ts'

/** So often a camera may send us on: whoever does it more often goes round in circles. */
const MOST_HOPS = 3
const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The stream is to be had elsewhere on the same camera: `to`, with what we sign in by. */
class RtspMoved extends RtspError {
  readonly to: RtspAddress

  constructor(from: RtspAddress, to: RtspAddress) {
    super({ kind: 'moved', message: `${from.label} sends us on again and again` })
    this.to = to
  }
}

/**
 * Throws where an answer sends us on: an `RtspMoved` where that is the same host, which knows the password anyway; else an `RtspError` that names the
 * other one, unless that is no host at all. From rtsps nobody is led to where all can listen. `cameraAddress`: where the camera is that answered.
 */
export function checkMoved(answer: RtspResponse, from: RtspAddress, cameraAddress: string): void {
  if (!MOVED.has(answer.status)) return
  const location = headerOf(answer, 'location')?.trim() ?? ''
  const to = addressOf(location, from)
  if (to === undefined) throw rtspError('rejected', `${from.label} sends us on to an address that is none`)
  if (isSameHost(to.host, from.host, cameraAddress) && (to.isSecure || !from.isSecure)) throw new RtspMoved(from, to)
  throw rtspError('moved', `${from.label} sends us on to ${to.label}`)
}

/** In whatever letters, and by its name or the address that we have reached it at. */
function isSameHost(host: string, before: string, cameraAddress: string): boolean {
  return host.toLowerCase() === before.toLowerCase() || (isIP(host) !== 0 && host === cameraAddress)
}

function addressOf(location: string, { uri, credentials, isUdp }: RtspAddress): RtspAddress | undefined {
  const url = URL.canParse(location, uri) ? new URL(location, uri) : undefined
  if (url === undefined || !isPlainHost(url.hostname)) return undefined
  try {
    return { ...parseRtspUrl(url.href), credentials, isUdp }
  } catch {
    return undefined
  }
}

/** Does `attempt` at the address, and again wherever on the same host the camera sends us on to. Throws what it throws. */
export async function followingMoves<T>(address: RtspAddress, attempt: (address: RtspAddress) => Promise<T>, hops = MOST_HOPS): Promise<T> {
  try {
    return await attempt(address)
  } catch (error) {
    if (error instanceof RtspMoved && hops > 0) return followingMoves(error.to, attempt, hops - 1)
    throw error
  }
}
