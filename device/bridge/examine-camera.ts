import { bridgeLimits, type CameraEye, type CameraFault, type CameraToTry } from '#contract/bridge-cameras.ts'
import { withAccount } from './camera-account.ts'
import type { Camera } from './cameras.ts'
import { printable } from './onvif/discover.ts'
import { OnvifError, type OnvifFault } from './onvif/fault.ts'
import { lookAtCamera } from './onvif/look-at-camera.ts'
import type { RtspFault } from './rtsp/fault.ts'
import { tryCamera } from './try-camera.ts'

/** The answer has to be under way before the time is up. */
const ANSWER_MS = 500

/** A camera that showed its picture, or is about to: what is kept of it, and what it has. */
export interface Examined {
  ok: true
  streams: Pick<Camera, 'url' | 'subUrl' | 'onvif' | 'certificate' | 'subCertificate'>
  maker: string
  model: string
  eyes: CameraEye[]
  /** It sends, but no picture came while it was tried. */
  isLate: boolean
}
interface Refused {
  ok: false
  fault: CameraFault
  fingerprint?: string
}

const ofOnvif: Record<OnvifFault['kind'], CameraFault> = {
  address: 'no-camera',
  interface: 'unreachable',
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'silent',
  certificate: 'certificate',
  unauthorized: 'password',
  clock: 'clock',
  unsupported: 'no-video',
  busy: 'busy',
  moved: 'moved',
  full: 'silent',
  'not-found': 'sensor',
  protocol: 'no-camera',
  lost: 'silent',
}
const ofRtsp: Record<RtspFault['kind'], CameraFault> = {
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'silent',
  unauthorized: 'password',
  forbidden: 'forbidden',
  busy: 'busy',
  moved: 'moved',
  rejected: 'no-picture',
  'not-found': 'path',
  'no-video': 'no-video',
  protocol: 'no-camera',
  lost: 'no-picture',
}

/**
 * Asks a camera what it is and waits for its first picture, `bridgeLimits.tryMs` at most. `sensor`: the lens whose picture is wanted, the first
 * unless named. Never throws for what is wrong with the camera.
 */
export async function examineCamera(asked: CameraToTry, sensor?: string): Promise<Examined | Refused> {
  const late = Promise.withResolvers<Refused>()
  let hasAnswered = false
  const startMs = performance.now()
  const leftMs = () => bridgeLimits.tryMs - ANSWER_MS - (performance.now() - startMs)
  const timer = setTimeout(() => late.resolve({ ok: false, fault: hasAnswered ? 'no-picture' : 'silent' }), bridgeLimits.tryMs)
  try {
    return await Promise.race([look(asked, sensor, leftMs, () => (hasAnswered = true)), late.promise])
  } catch (error) {
    if (!(error instanceof OnvifError)) throw error
    const [fingerprint] = /[0-9A-F]{2}(:[0-9A-F]{2}){31}/.exec(error.fault.message) ?? []
    return { ok: false, fault: ofOnvif[error.fault.kind], ...(error.fault.kind === 'certificate' && fingerprint && { fingerprint }) }
  } finally {
    clearTimeout(timer)
  }
}

async function look(
  asked: CameraToTry,
  sensor: string | undefined,
  leftMs: () => number,
  onAnswer: () => void,
): Promise<Examined | Refused> {
  const url = withAccount(asked.cameraUrl, asked)
  if (!/^onvifs?:/.test(url)) {
    const tried = await tryCamera(url, leftMs())
    if (!tried.ok) return { ok: false, fault: faultOfStream(tried.fault, false) }
    const { codec, width, height } = tried.format ?? { codec: '', width: 0, height: 0 }
    const eyes = [{ sensor: '', width, height, codec: codec.slice(0, 32), hasSub: false }]
    return { ok: true, streams: { url, certificate: tried.certificate }, maker: '', model: '', eyes, isLate: tried.isLate }
  }
  const seen = await lookAtCamera(url, { source: sensor, certificate: asked.certificate })
  onAnswer()
  const tried = await tryCamera(seen.url, leftMs())
  if (!tried.ok) return { ok: false, fault: faultOfStream(tried.fault, true) }
  const { subUrl, onvif, maker } = seen
  return {
    ok: true,
    // Both streams come from one camera, which has one certificate.
    streams: { url: seen.url, subUrl, onvif, certificate: tried.certificate, subCertificate: subUrl && tried.certificate },
    maker,
    model: onvif.model,
    isLate: tried.isLate,
    eyes: seen.eyes.slice(0, bridgeLimits.eyes).map(({ source, main, sub }) => ({
      sensor: source,
      width: main.width,
      height: main.height,
      codec: printable(main.encoding).slice(0, 32),
      hasSub: sub !== undefined,
    })),
  }
}

/** A camera that opens its stream and sends nothing is another matter than one that is not there. */
function faultOfStream({ kind, message }: RtspFault, hasAnswered: boolean): CameraFault {
  if (kind === 'timeout' && (hasAnswered || message.startsWith('the camera opened'))) return 'no-picture'
  return ofRtsp[kind]
}
