import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import type { CameraSettings } from '#contract/camera-settings.ts'

/** What each part of a camera's settings is given. */
export interface CameraPartProps {
  channel: ChannelDetail
  settings: CameraSettings
}
