import type { Generated } from 'kysely'
import type { ChangeLineState, ChangeState } from '#contract/states/many-changes.ts'
import type { DeviceStatus } from '#contract/enums.ts'
import type { DeviceActivity, NetworkTrialState } from '#contract/states/device.ts'

/** Tables of what the service keeps of devices beside their channels. They end with the binding; plans with their site. */
export interface DeviceSchema {
  device_activity: DeviceActivityTable
  device_info: DeviceInfoTable
  device_log: DeviceLogTable
  network_trial: NetworkTrialTable
  disk_sample: DiskSampleTable
  many_change: ManyChangeTable
  many_change_line: ManyChangeLineTable
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

/** The last trial of network settings of each device, as `networkTrial` of the contract. */
interface NetworkTrialTable {
  sn: string
  trial_id: string
  state: NetworkTrialState
  wanted_json: string
  before_json: string
  started_ms: number
  until_ms: number
  ended_ms: number | null
}

/** How full and how warm a disk was; `disk_id` is `sd` for the memory card. What is not known is null. */
interface DiskSampleTable {
  sn: string
  disk_id: string
  at_ms: number
  used_bytes: number | null
  total_bytes: number | null
  temperature_c: number | null
}

/** A change of many devices. `remote_access_id`: the access by which an installer began it; it goes on for as long as that lasts. */
interface ManyChangeTable {
  id: string
  organization_id: string
  user_id: string
  remote_access_id: string | null
  change_json: string
  state: ChangeState
  started_ms: number
  ended_ms: number | null
}

/** One device of it. `lease_until_ms`: until then somebody is at work on it. */
interface ManyChangeLineTable {
  change_id: string
  position: number
  sn: string
  name: string
  state: ChangeLineState
  code: number | null
  field: string | null
  lease_until_ms: number | null
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
  sn: Generated<string>
  /** Of whoever asked for it: it ends with that. */
  session_id: Generated<string>
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
