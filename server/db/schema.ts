import type { Generated } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { AlarmState } from '#contract/calls/event/alarm-handling.ts'
import type { AlarmKind, AnnounceWay } from '#contract/calls/event/alarm.ts'
import type { ConfigStatus } from '#contract/states/device.ts'
import type { ChannelStatus, DeviceStatus, DeviceType, Language, ThemeChoice } from '#contract/enums.ts'
import type { UserStatus } from '#contract/states/user.ts'
import type { AccountSchema } from './schema/account.ts'
import type { DeviceSchema } from './schema/device.ts'
import type { EventSchema } from './schema/event.ts'
import type { CloudStorageSchema } from './schema/cloud-storage.ts'
import type { ArchiveSchema } from './schema/archive.ts'
import type { HealthSchema } from './schema/health.ts'
import type { LicenceSchema } from './schema/licence.ts'
import type { MailSchema } from './schema/mail.ts'
import type { ObjectSchema } from './schema/object.ts'
import type { OnceSchema } from './schema/once.ts'
import type { NodeSchema } from './schema/node.ts'
import type { PeopleSchema } from './schema/people.ts'
import type { StationSchema } from './schema/station.ts'
import type { WebPushSchema } from './schema/web-push.ts'

/**
 * The tables, in words that SQLite and PostgreSQL both know: text, integer (also for yes and no: 1 and 0) and bigint for epoch
 * milliseconds. JSON is text. Names end in their unit.
 */
export interface Schema
  extends AccountSchema,
    LicenceSchema,
    MailSchema,
    ObjectSchema,
    OnceSchema,
    PeopleSchema,
    EventSchema,
    HealthSchema,
    ArchiveSchema,
    CloudStorageSchema,
    DeviceSchema,
    NodeSchema,
    StationSchema,
    WebPushSchema {
  organization: OrganizationTable
  user: UserTable
  site: SiteTable
  user_site_role: UserSiteRoleTable
  user_channel_role: UserChannelRoleTable
  session: SessionTable
  session_token: SessionTokenTable
  session_place: SessionPlaceTable
  sign_in_guard: SignInGuardTable
  image_code: ImageCodeTable
  device: DeviceTable
  channel: ChannelTable
  alarm: AlarmTable
  alarm_read: AlarmReadTable
  alarm_step: AlarmStepTable
  user_config: UserConfigTable
  audit: AuditTable
}

/**
 * A customer. `host` is the address under which its branding shows; null: the branding of every other address, unless it registered by
 * itself. `closed_at_ms`: its last administrator has left, and nobody can sign in.
 */
interface OrganizationTable {
  id: string
  name: string
  host: string | null
  product_name: string
  page_title: string
  accent_color: string
  logo_url: string | null
  background_url: string | null
  favicon_url: string | null
  country: Generated<string>
  city: Generated<string>
  address: Generated<string>
  contact: Generated<string>
  phone: Generated<string>
  registered_at_ms: number | null
  closed_at_ms: number | null
  mfa_required: Generated<number>
  logo_key: string | null
  background_key: string | null
  favicon_key: string | null
}

/** Status of the specification: 0 not activated, 1 activated, 2 frozen. `login_name` is kept in lower case. */
interface UserTable {
  id: string
  organization_id: string
  login_name: string
  email: string
  alias: string
  phone: string
  role: Role
  status: UserStatus
  password_hash: string
  language: Language
  theme: ThemeChoice
  /** `Choices` of the contract, JSON. */
  choices: Generated<string>
  mfa_enabled: Generated<number>
  avatar_key: string | null
  /** 1: stands for the organization's installer, who comes by a link alone. */
  is_installer: Generated<number>
}

export interface SiteTable {
  id: string
  organization_id: string
  name: string
  scene: string
  city: string
  address: string
  time_zone: string
  contact: Generated<string>
  phone: Generated<string>
  /** Name of the scene `custom`, else empty. */
  custom_scene: Generated<string>
  latitude: Generated<number | null>
  longitude: Generated<number | null>
}

/** A site assigned to a user, and the role there. Administrators need none: they see all of their organization. */
interface UserSiteRoleTable {
  user_id: string
  site_id: string
  role: Role
}

/** A role on one channel of an assigned site, in place of the role on its site. */
interface UserChannelRoleTable {
  user_id: string
  sn: string
  chl_index: number
  role: Role
}

/** A session lives as long as its newest token; an ended one is kept a while, to say why it ended. */
interface SessionTable {
  id: string
  user_id: string
  address: string
  created_at_ms: number
  expires_at_ms: number
  ended_at_ms: number | null
  ended_code: number | null
  /** The access of an installer that it lives by. */
  remote_access_id: string | null
  /** What the browser calls itself. */
  agent: Generated<string>
  /** When somebody last asked for or watched something in it, to the minute: renewals are no use of it. */
  used_at_ms: number
  /** A viewing screen, which may stay signed in for longer than `sessionLifeMs`. */
  is_screen: Generated<number>
}

/** Where else a session was used lately than where it was opened. */
interface SessionPlaceTable {
  session_id: string
  network: string
  /** The last one of the network. */
  address: string
  used_at_ms: number
}

/**
 * One token of a session. `id` is the session id that its holder is told; of the token itself only the SHA-256 is kept.
 * `superseded_at_ms`: when it was renewed; it is good for a short grace after.
 */
interface SessionTokenTable {
  id: string
  token_sha256: string
  session_id: string
  expires_at_ms: number
  superseded_at_ms: number | null
}

/** Sign-in attempts of one name, whether there is such a user or not. */
interface SignInGuardTable {
  login_name: string
  failures: number
  last_failure_at_ms: number
  locked_until_ms: number
}

interface ImageCodeTable {
  id: string
  code_sha256: string
  expires_at_ms: number
}

/**
 * `key_hex`: the enrolled gateway key; `next_key_hex`: the one that it may sign with from now on, until it does. `organization_id` and
 * `site_id` are null while the device is not bound. `commands_json`: names of the commands that it can do.
 */
interface DeviceTable {
  sn: string
  key_hex: string
  organization_id: string | null
  site_id: string | null
  name: string
  dev_type: DeviceType
  model: string
  version: string
  status: DeviceStatus
  status_since_ms: number
  next_key_hex: Generated<string | null>
  /** 1: of the owner before, who knows it. The device may show another. */
  is_key_former: Generated<number>
  /** The key of its binding, sealed; null when it was bound before there were such keys. */
  binding_key_sealed: Generated<string | null>
  /** 1: the device keeps it, and has to show it. */
  is_binding_key_kept: Generated<number>
  /** When somebody came last who had its code, but not that key. */
  binding_key_missed_at_ms: Generated<number | null>
  config_status: Generated<ConfigStatus>
  commands_json: Generated<string>
  /** The node at which it is connected. */
  node_id: Generated<string | null>
}

/** `support_fun_json`: string[]; `streams_json`: the stream descriptions of the gateway. `is_open`: 0 when a person closed it. */
export interface ChannelTable {
  sn: string
  chl_index: number
  name: string
  status: ChannelStatus
  status_since_ms: number
  support_fun_json: string
  streams_json: string
  is_open: Generated<number>
  latitude: Generated<number | null>
  longitude: Generated<number | null>
  /** What it sees on the map: all three, or none. */
  direction_deg: Generated<number | null>
  angle_deg: Generated<number | null>
  range_m: Generated<number | null>
}

/**
 * Names are those of the moment when the alarm was raised. `chl_index` is null for an alarm of the whole device. `event_ids_json`: the
 * events that raised it, the newest first; null for health.
 */
export interface AlarmTable {
  id: string
  organization_id: string
  site_id: string
  sn: string
  chl_index: number | null
  kind: AlarmKind
  site_name: string
  source_name: string
  started_at_ms: number
  recovered_at_ms: number | null
  rule_id: Generated<string | null>
  rule_name: Generated<string | null>
  plate: Generated<string | null>
  snapshot_key: Generated<string | null>
  event_ids_json: Generated<string | null>
  screen_key: Generated<string | null>
  handling_state: Generated<AlarmState>
  handling_version: Generated<number>
  handled_by_name: Generated<string | null>
  handled_at_ms: Generated<number | null>
  assignee_id: Generated<string | null>
  assignee_name: Generated<string | null>
  note: Generated<string>
  announce: Generated<AnnounceWay>
  is_urgent: Generated<number>
}

/** What was done about an alarm, change by change. `change_json`: what it set, as the contract has it. */
interface AlarmStepTable {
  alarm_id: string
  version: number
  at_ms: number
  by_name: string
  change_json: string
}

interface AlarmReadTable {
  alarm_id: string
  user_id: string
}

export interface UserConfigTable {
  id: string
  user_id: string
  config_type: string
  name: string
  value_json: string
  /** 1: everybody of the organization sees it. */
  is_shared: Generated<number>
  updated_at_ms: number
}

/** One call that changed something, or tried to: `code` is its answer. `input_json` holds no secrets. */
interface AuditTable {
  id: string
  at_ms: number
  organization_id: string | null
  user_id: string | null
  address: string
  path: string
  input_json: string
  code: number
}
