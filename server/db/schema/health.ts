import type { Generated } from 'kysely'

/** Tables of sites beside the site itself, and of the system's health. */
export interface HealthSchema {
  custom_scene: CustomSceneTable
  site_label: SiteLabelTable
  device_health: DeviceHealthTable
  archive_space: ArchiveSpaceTable
  health_known: HealthKnownTable
  stream_drop: StreamDropTable
}

/** A scene of an organization's own; `folded_name` is how it is compared. */
interface CustomSceneTable {
  organization_id: string
  folded_name: string
  name: string
}

interface SiteLabelTable {
  site_id: string
  folded_label: string
  label: string
}

/**
 * What a device told last of its storage and its recordings, as `ToldState` of `server/health/`, and what of it is wrong: `Trouble[]`, null when nothing is.
 * `holds_days`: for how many days its disks hold what it
 * records, null while that is not known. `told_at_ms` is null until it has told anything; `asked_at_ms`: when the service asked by itself.
 */
interface DeviceHealthTable {
  sn: string
  organization_id: string
  state_json: string
  troubles_json: string | null
  asked_at_ms: number
  told_at_ms: number | null
  holds_days: Generated<number | null>
}

/** How much the archives of an organization took on a day (UTC; days since 1970). */
interface ArchiveSpaceTable {
  organization_id: string
  day: number
  used_bytes: number
}

/** A trouble that somebody has said is known. */
interface HealthKnownTable {
  organization_id: string
  line_key: string
  until_ms: number
  by_name: string
}

/** How many pictures of a camera its viewers were not sent as their lines took no more, since when and until when. It goes when that has been over for a while. */
interface StreamDropTable {
  sn: string
  chl_index: number
  since_ms: number
  last_ms: number
  units: number
}
