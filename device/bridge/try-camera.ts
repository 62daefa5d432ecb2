import { RtspSession, type SessionFormat } from './rtsp/client.ts'
import { RtspError, type RtspFault } from './rtsp/fault.ts'

const PATIENCE_MS = 8_000
/** Of these, for opening: what is left over is for the first picture, and tells one fault from the other. */
const CONNECT_MS = 6_000

type Tried = { ok: true; format: SessionFormat; certificate: string | undefined } | { ok: false; fault: RtspFault }

/** Opens a camera once and waits for its first picture, eight seconds at most. Never throws. */
export async function tryCamera(url: string): Promise<Tried> {
  const firstPicture = Promise.withResolvers<void>()
  const late = Promise.withResolvers<never>()
  const session = new RtspSession({
    url,
    connectTimeoutMs: CONNECT_MS,
    onUnit: () => firstPicture.resolve(),
    onSound: () => {},
    onClose: (fault) => firstPicture.reject(new RtspError(fault)),
  })
  const message = `the camera opened, but no picture came within ${PATIENCE_MS / 1000} s`
  const deadline = setTimeout(() => late.reject(new RtspError({ kind: 'timeout', message })), PATIENCE_MS)
  try {
    const [format] = await Promise.race([Promise.all([session.open(), firstPicture.promise]), late.promise])
    return { ok: true, format, certificate: session.certificate }
  } catch (error) {
    if (error instanceof RtspError) return { ok: false, fault: error.fault }
    throw error
  } finally {
    clearTimeout(deadline)
    await session.close()
  }
}
