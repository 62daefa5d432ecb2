import { RtspSession, type SessionFormat } from './rtsp/client.ts'
import { RtspError, type RtspFault } from './rtsp/fault.ts'

const PATIENCE_MS = 8_000
/** Of these, for opening: what is left over is for the first picture, and tells one fault from the other. */
const CONNECT_SHARE = 0.75
/** A camera whose packets came within this still sends. */
const SENDS_MS = 2_000

type Tried =
  /** `isLate`: it sends, but nothing that can be shown came in the time; of its format only what it describes is known. */
  { ok: true; format: SessionFormat | undefined; isLate: boolean; certificate: string | undefined } | { ok: false; fault: RtspFault }

/**
 * Opens a camera once and waits for its first picture, `patienceMs` at most. A camera that sends packets all that time is good: its key frames are
 * far apart, or the network loses parts of them. Never throws.
 */
export async function tryCamera(url: string, patienceMs = PATIENCE_MS): Promise<Tried> {
  const firstPicture = Promise.withResolvers<void>()
  const late = Promise.withResolvers<'late'>()
  let packetMs = -Infinity
  let format: SessionFormat | undefined
  const session = new RtspSession({
    url,
    connectTimeoutMs: patienceMs * CONNECT_SHARE,
    onPacket: () => (packetMs = performance.now()),
    onUnit: () => firstPicture.resolve(),
    onSound: () => {},
    onClose: (fault) => firstPicture.reject(new RtspError(fault)),
  })
  const deadline = setTimeout(() => late.resolve('late'), patienceMs)
  try {
    const opened = session.open().then((known) => (format = known))
    const outcome = await Promise.race([Promise.all([opened, firstPicture.promise]), late.promise])
    const isLate = outcome === 'late'
    if (!isLate || performance.now() - packetMs < SENDS_MS) return { ok: true, format, isLate, certificate: session.certificate }
    const message = `the camera opened, but no picture came within ${patienceMs / 1000} s`
    return { ok: false, fault: { kind: 'timeout', message } }
  } catch (error) {
    if (error instanceof RtspError) return { ok: false, fault: error.fault }
    throw error
  } finally {
    clearTimeout(deadline)
    await session.close()
  }
}
