import type { PrintedLabel } from '#device/agent/labels.ts'
import type { Camera } from './cameras.ts'

export const BRIDGE_MODEL = 'SL-BRIDGE'

/** What stands on the label of a camera of the bridge. */
export function labelOf({ sn, securityCode, name, onvif }: Camera): PrintedLabel {
  return { sn, securityCode, name, model: onvif?.model ?? 'RTSP' }
}
