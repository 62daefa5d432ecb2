import type { DeviceStatus } from '#contract/enums.ts'
import type { DeviceActivity } from '#contract/states/device.ts'

/** Tables of what the service keeps of devices beside their channels. They end with the binding; plans with their site. */
export interface DeviceSchema {
  device_activity: DeviceActivityTable
  device_info: DeviceInfoTable
  device_log: DeviceLogTable
  status_change: StatusChangeTable
  service_run: ServiceRunTable
  device_page_link: DevicePageLinkTable
  site_plan: SitePlanTable
  plan_camera: PlanCameraTable
}

/** Devices that are busy; one that is not here is idle. `heard_ms`: when the device last said so. */
interface DeviceActivityTable {
  sn: string
  activity: Exclude<DeviceActivity, 'idle'>
  progress: number | null
  since_ms: number
  heard_ms: number
}

/** What a device last said of itself, as `deviceInfo` of the contract. */
interface DeviceInfoTable {
  sn: string
  info_json: string
  at_ms: number
}

interface DeviceLogTable {
  id: string
  sn: string
  file_name: string
  size_bytes: number
  text: string
  created_at_ms: number
}

/**
 * When a device, or a channel of it, came or went; `chl_index` is -1 for the device itself. Kept for 31 days, and so many for each. Status 0: the service
 * lost it with a part of itself.
 */
interface StatusChangeTable {
  sn: string
  chl_index: number
  at_ms: number
  status: DeviceStatus
}

/** A time in which the service ran: what it kept is true of these times alone. */
interface ServiceRunTable {
  id: string
  started_ms: number
  seen_ms: number
}

/** A link to a device's own page that nobody has followed yet. */
interface DevicePageLinkTable {
  token_sha256: string
  url: string
  expires_at_ms: number
}

/** A picture of a part of a site; its sides in pixels. */
interface SitePlanTable {
  id: string
  organization_id: string
  site_id: string
  name: string
  picture_key: string
  width_px: number
  height_px: number
}

/** Where a camera stands on a plan, as `planPlace` of the contract. */
interface PlanCameraTable {
  plan_id: string
  sn: string
  chl_index: number
  x: number
  y: number
  direction_deg: number
  angle_deg: number
  range_share: number
}
