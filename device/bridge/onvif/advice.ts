import type { OnvifFault } from './fault.ts'

const advice: Record<OnvifFault['kind'], string> = {
  address: 'it should look like onvif://192.168.1.20',
  interface: 'name one of these',
  refused: 'check the address and the port, and that ONVIF is switched on in the camera',
  unreachable: 'check the address and the network',
  timeout: 'check the address, and that the camera is not busy',
  certificate: 'if that is the certificate of the camera, add it with this as --fingerprint',
  unauthorized:
    'check the user name and the password in the address; many cameras have users of their own for ONVIF, and some refuse every password while their clock is wrong',
  clock: 'set the clock of the camera, or let it take the time from the network',
  unsupported: 'add it by its RTSP address instead',
  busy: 'try once more in a minute',
  moved: 'take the address that it names, if you trust it',
  full: 'delete something in the camera first',
  'not-found': 'look at its settings, and try once more',
  protocol: 'it may not be an ONVIF camera',
  lost: 'the camera hung up; try once more',
}

/** One sentence for the command line: what is wrong with a camera, and what to do. Holds no credentials. */
export function onvifAdviceOn({ kind, message }: OnvifFault): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}: ${advice[kind]}.`
}

/** Apart by less the times of events need no explanation. */
const CLOCK_SLACK_MS = 60_000

/** A sentence on a clock that is wrong, of the camera or of this machine; undefined when both agree. */
export function clockAdvice(clockAheadMs: number): string | undefined {
  if (Math.abs(clockAheadMs) < CLOCK_SLACK_MS) return undefined
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000)
  const away = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return `Its clock is ${away} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's; set it, or let it take the time from the network.`
}
