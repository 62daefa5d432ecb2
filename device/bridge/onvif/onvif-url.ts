import { decodeUrlPart, isPlainHost, type Credentials } from '../rtsp/rtsp-url.ts'
import { OnvifError } from './fault.ts'

/** An onvif:// or onvifs:// address taken apart: host and port of the camera's web server, and the path of its device service. */
export interface OnvifAddress {
  host: string
  port: number
  path: string
  /** `host:port`, for messages */
  label: string
  credentials: Credentials | undefined
  /** over TLS: onvifs:// */
  isSecure: boolean
  /** SHA-256 fingerprint of the certificate that the camera has to show, unless an authority vouches for it */
  certificate: string | undefined
}

/** Where cameras keep their device service unless they say otherwise (ONVIF core, section "Device management"). */
const USUAL_PATH = '/onvif/device_service'

const USUAL_PORTS: Record<string, number> = { 'onvif:': 80, 'onvifs:': 443 }

/** Throws an `OnvifError` ('address') for anything that is no onvif:// or onvifs:// address; its text does not repeat the address. */
export function parseOnvifUrl(url: string, certificate?: string): OnvifAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const usualPort = parsed && USUAL_PORTS[parsed.protocol]
  if (!parsed || usualPort === undefined || parsed.hostname === '') throw new OnvifError('address', 'not an onvif://host address')
  const port = parsed.port === '' ? usualPort : Number(parsed.port)
  const { username, password } = parsed
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port,
    path: parsed.pathname.length > 1 ? parsed.pathname : USUAL_PATH,
    label: `${parsed.hostname}:${port}`,
    credentials: username === '' ? undefined : { username: decodeUrlPart(username), password: decodeUrlPart(password) },
    isSecure: parsed.protocol === 'onvifs:',
    certificate,
  }
}

/**
 * The address that a camera told, as it is given to the command line. Undefined when it is no http:// or https:// address, or its host is neither
 * a name nor an address, or its path has signs that mean something to a shell: somebody will copy it into one.
 */
export function onvifUrlOf(xaddr: string): string | undefined {
  const parsed = URL.canParse(xaddr) ? new URL(xaddr) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || !isPlainHost(parsed.hostname) || !/^[\w./-]+$/.test(parsed.pathname))
    return undefined
  return `${parsed.protocol === 'https:' ? 'onvifs' : 'onvif'}://${parsed.host}${parsed.pathname === USUAL_PATH || parsed.pathname === '/' ? '' : parsed.pathname}`
}
