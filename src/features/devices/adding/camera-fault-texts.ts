import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CameraFault } from '#contract/bridge-cameras.ts'

/** What is wrong with a camera, and what to do about it. */
export const cameraFaultTexts: Record<CameraFault, MessageDescriptor> = {
  refused: msg`It refuses the connection. Check address and port, and that ONVIF or RTSP is switched on in the camera.`,
  unreachable: msg`The bridge cannot reach it. Check the address, and that both are in the same network.`,
  silent: msg`It does not answer in time. Check the address, and that not too many others are watching.`,
  password: msg`User name or password is wrong. Many cameras have users of their own for ONVIF.`,
  forbidden: msg`Name and password are right, but this user may not watch. Give it the right in the camera, or take another user.`,
  busy: msg`It is busy: too many are watching it. Close some of them, then try it once more.`,
  moved: msg`It sends the bridge on to another address. Type that one, if you trust it.`,
  clock: msg`Its clock is wrong, and it refuses every password for that. Set it, or let it take the time from the network.`,
  certificate: msg`The bridge does not know its certificate. Compare the fingerprint with the one that the camera shows.`,
  'no-picture': msg`It answers, but no picture comes. Restart the camera, or lower its resolution.`,
  'no-video': msg`It offers no H.264 or H.265 video. Set the camera to one of them.`,
  'no-camera': msg`This is no camera that can be understood. Check the address, or type its RTSP address.`,
  path: msg`It has no picture at this address. The manual of the camera names the path.`,
  sensor: msg`It no longer has this lens. Try it once more.`,
  'added-already': msg`It is added already.`,
}
