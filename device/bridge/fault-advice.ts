import type { RtspFault } from './rtsp/fault.ts'

const advice: Record<RtspFault['kind'], string> = {
  refused: 'check the address and the port, and that RTSP is switched on in the camera',
  unreachable: 'check the address and the network',
  timeout: 'the camera stalls; check the address, and that the camera is not busy with too many viewers',
  unauthorized: 'check the user name and the password in the address',
  'not-found': 'check the path after the host; the manual of the camera names it',
  'no-video': 'set the camera to H.264 or H.265, or choose such a stream of it',
  forbidden: 'give this user of the camera the right to watch, or take another user',
  busy: 'too many are watching; close some of them, or let the camera serve more viewers',
  moved: 'take the address that it names, if you trust it',
  rejected: 'it does not do what a viewer needs; restart it, or choose another stream of it',
  protocol: 'it may not be an RTSP camera',
  lost: 'the camera hung up; try once more',
}

/** One sentence for the command line: what is wrong with a camera, and what to do. Holds no credentials. */
export function adviceOn(fault: RtspFault): string {
  const what = fault.message.charAt(0).toUpperCase() + fault.message.slice(1)
  return `${what}: ${advice[fault.kind]}.`
}
