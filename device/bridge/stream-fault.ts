import type { StreamFault } from '#contract/enums.ts'
import type { RtspFault } from './rtsp/fault.ts'

/** What a viewer is told of a camera's fault. */
export const streamFaultOf: Record<RtspFault['kind'], StreamFault> = {
  refused: 'refused',
  unreachable: 'offline',
  timeout: 'timeout',
  unauthorized: 'unauthorized',
  'not-found': 'not-found',
  'no-video': 'unsupported-codec',
  forbidden: 'forbidden',
  busy: 'busy',
  moved: 'moved',
  rejected: 'rejected',
  protocol: 'lost',
  lost: 'lost',
}
