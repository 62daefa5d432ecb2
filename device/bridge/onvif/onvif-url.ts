import { decodeUrlPart, type Credentials } from '../rtsp/rtsp-url.ts'
import { OnvifError } from './fault.ts'

/** An onvif:// address taken apart: host and port of the camera's web server, and the path of its device service. */
export interface OnvifAddress {
  host: string
  port: number
  path: string
  /** `host:port`, for messages */
  label: string
  credentials: Credentials | undefined
}

/** Where cameras keep their device service unless they say otherwise (ONVIF core, section "Device management"). */
const USUAL_PATH = '/onvif/device_service'

/** Throws an `OnvifError` ('address') for anything that is no onvif:// address; its text does not repeat the address. */
export function parseOnvifUrl(url: string): OnvifAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'onvif:' || parsed.hostname === '') throw new OnvifError('address', 'not an onvif://host address')
  const port = parsed.port === '' ? 80 : Number(parsed.port)
  const { username, password } = parsed
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port,
    path: parsed.pathname.length > 1 ? parsed.pathname : USUAL_PATH,
    label: `${parsed.hostname}:${port}`,
    credentials: username === '' ? undefined : { username: decodeUrlPart(username), password: decodeUrlPart(password) },
  }
}

/**
 * The address that a camera told, as it is given to the command line. Undefined when it is no http:// address, or its path has signs
 * that mean something to a shell: somebody will copy it into one.
 */
export function onvifUrlOf(xaddr: string): string | undefined {
  const parsed = URL.canParse(xaddr) ? new URL(xaddr) : undefined
  if (parsed?.protocol !== 'http:' || !/^[\w./-]+$/.test(parsed.pathname)) return undefined
  return `onvif://${parsed.host}${parsed.pathname === USUAL_PATH || parsed.pathname === '/' ? '' : parsed.pathname}`
}
