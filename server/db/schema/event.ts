import type { Generated } from 'kysely'
import type { AnnounceWay } from '#contract/calls/event/alarm.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import type { RuleTrigger } from '#contract/calls/event/alarm-rule.ts'

/** Tables of events, alarm rules, plates and contacts. */
export interface EventSchema {
  event: EventTable
  event_plate: EventPlateTable
  alarm_rule: AlarmRuleTable
  dev_notify: DevNotifyTable
  plate_group: PlateGroupTable
  plate: PlateTable
  contact: ContactTable
  service_key: ServiceKeyTable
}

/**
 * `id` is the time of the event, epoch ms × 1000, and a number within that millisecond: order and span of time need no other column.
 * `traits`: the attributes and the similarity packed for searching (`server/events/traits.ts`); `attributes_json`: as they are answered. `person_json`: whom
 * the device has recognized, as it told it. `box_json`: where it is in the picture. `plate_key`: the plate as
 * it is compared. Names are those of the moment of the event.
 */
export interface EventTable {
  id: number
  organization_id: string
  site_id: string
  sn: string
  chl_index: number
  kind: EventKind
  traits: number
  plate: string | null
  plate_key: string | null
  attributes_json: string
  person_json: string | null
  box_json: string | null
  snapshot_key: string | null
  site_name: string
  source_name: string
}

/** Each plate that was seen, once: wildcards are matched here. `last_event_id`: the newest event that shows it. */
interface EventPlateTable {
  organization_id: string
  plate_key: string
  last_event_id: number
}

/** `trigger_json`, `scope_json`, `schedule_json`, `emails_json`: as the contract has them. `kind` is that of the trigger. */
export interface AlarmRuleTable {
  id: string
  organization_id: string
  name: string
  kind: RuleTrigger['kind']
  is_enabled: number
  trigger_json: string
  scope_json: string
  schedule_json: string
  alert_interval_s: number
  emails_json: string
  announce: Generated<AnnounceWay>
  is_urgent: Generated<number>
}

/** Belongs to the organization that the device is bound to; one left by another organization counts as none. */
interface DevNotifyTable {
  sn: string
  organization_id: string
  is_enabled: number
  kinds_json: string
  emails_json: string
  alert_interval_s: number
}

interface PlateGroupTable {
  id: string
  organization_id: string
  name: string
}

interface PlateTable {
  id: string
  organization_id: string
  group_id: string
  plate: string
  plate_key: string
  vehicle_type: string
  brand: string
  model: string
  owner: string
  phone: string
  colour: string
}

export interface ContactTable {
  id: string
  organization_id: string
  name: string
  email: string
  phone: string
}

/** Secrets that all processes of the service share. */
interface ServiceKeyTable {
  name: string
  key_hex: string
}
