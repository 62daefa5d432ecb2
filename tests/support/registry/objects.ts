import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { mfaStatuses } from '#contract/states/mfa.ts'
import { always } from '#contract/weekly-schedule.ts'
import type { Db } from '#server/db/open.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { sha256 } from '#server/runtime/secrets.ts'
import { writePieceList } from '#server/video/archive/piece-list.ts'

/** Whose objects: an organization, the person whose own things they are, a site and a device with channel 0. */
export interface Owner {
  organizationId: string
  userId: string
  loginName: string
  siteId: string
  sn: string
  /** Beginning of the identifiers made here: one character, different for each owner. */
  mark: string
}

export const SECRET = 's'.repeat(43)

/** Values that an input field may be given by its name: a real identifier of what the owner has. Lists take it as their only item. */
export function identifiersOf({ userId, loginName, siteId, sn, mark }: Owner): Readonly<Record<string, string>> {
  const id = (kind: string) => `${mark}-${kind}`
  return {
    userId,
    loginName,
    siteId,
    siteIds: siteId,
    sn,
    sns: sn,
    configId: id('config'),
    alarmId: id('alarm'),
    alarmIds: id('alarm'),
    archiveId: id('archive'),
    archiveIds: id('archive'),
    moreArchiveIds: id('archive'),
    taskID: id('archive'),
    partId: id('part'),
    redactionId: id('redaction'),
    handle: mark.repeat(32),
    handles: mark.repeat(32),
    shareId: mark.repeat(32) + SECRET,
    orderId: id('order'),
    payId: id('payment'),
    plateId: id('plate'),
    plateIds: id('plate'),
    groupId: id('group'),
    groupIds: id('group'),
    contactId: id('contact'),
    planId: id('plan'),
    ruleId: id('rule'),
    ruleIds: id('rule'),
    mfaId: id('mfa'),
    logId: id('log'),
    jobId: id('job'),
    noticeDeviceId: id('notice-device'),
    requestId: id('request'),
    inviteId: id('invite'),
    // No fields of these names: for inputs that are made by hand.
    noticeSession: id('notice-session'),
    personId: id('person'),
    stationSn: `STATION00${mark.toUpperCase()}`,
    grantId: id('grant'),
    pastGrantId: id('past-grant'),
  }
}

/** Brings one object of every kind that people, sites and devices have into the database. */
export async function putObjects(db: Db, owner: Owner, nowMs: number): Promise<void> {
  const person = await db.selectFrom('user').where('id', '=', owner.userId).selectAll().executeTakeFirstOrThrow()
  const { organizationId: organization_id, userId: user_id, siteId: site_id, sn, mark } = owner
  const ids = identifiersOf(owner)
  const id = (name: string): string => ids[name] ?? ''
  const camera = { organization_id, site_id, sn, chl_index: 0, site_name: 'Site' }
  const scope = { siteIds: [site_id], channels: [] }
  const trigger = { kind: 'general' as const, eventKinds: ['motion'] }
  const lists = { emails_json: '[]', alert_interval_s: 60 }
  const colleague = { ...person, id: id('personId'), login_name: id('personId'), email: `${id('personId')}@example.org` }
  const archive = {
    ...camera,
    id: id('archiveId'),
    camera_name: 'Camera',
    stream: 'main' as const,
    title: `Archive ${mark}`,
    start_at_ms: nowMs - 60_000,
    end_at_ms: nowMs - 30_000,
    status: archiveStatuses.success,
    progress: 100,
    fail_code: null,
    size_bytes: 1_000,
    codec: 'avc1.64001f',
    width: 1_280,
    height: 720,
    object_key: `archives/${mark}.mp4`,
    piece_sha256s_json: writePieceList(['ab'.repeat(32)]),
    user_id,
    archived_by: 'Somebody',
    created_at_ms: nowMs,
    lease_until_ms: 0,
  }
  const rows = [
    db.insertInto('user').values({ ...colleague, role: 'site-operator' as const }),
    db.insertInto('device').values({
      organization_id,
      site_id,
      sn: id('stationSn'),
      key_hex: '0'.repeat(64),
      name: 'Station',
      dev_type: deviceTypes.viewingStation,
      model: '',
      version: '',
      status: deviceStatuses.offline,
      status_since_ms: nowMs,
    }),
    db.insertInto('event').values({
      ...camera,
      id: nowMs * 1_000 + mark.charCodeAt(0),
      kind: 'motion',
      traits: 0,
      plate: null,
      plate_key: null,
      attributes_json: '{}',
      snapshot_key: null,
      source_name: 'Camera',
    }),
    db.insertInto('user_config').values({
      id: id('configId'),
      user_id,
      config_type: 'layout',
      name: `Layout ${mark}`,
      value_json: JSON.stringify({
        splitNum: 4,
        isDefault: false,
        playChlList: [{ winIndex: 0, sn: camera.sn, chlIndex: camera.chl_index }],
      }),
      updated_at_ms: nowMs,
    }),
    db.insertInto('alarm').values({
      ...camera,
      id: id('alarmId'),
      kind: 'motion',
      rule_id: id('ruleId'),
      source_name: 'Camera',
      started_at_ms: nowMs,
      recovered_at_ms: null,
      event_ids_json: '[]',
    }),
    db.insertInto('alarm_rule').values({
      ...lists,
      id: id('ruleId'),
      organization_id,
      name: `Rule ${mark}`,
      kind: 'general',
      is_enabled: 1,
      trigger_json: JSON.stringify(trigger),
      scope_json: JSON.stringify(scope),
      schedule_json: JSON.stringify(always),
    }),
    db.insertInto('dev_notify').values({ ...lists, sn, organization_id, is_enabled: 1, kinds_json: '["device-offline"]' }),
    db.insertInto('plate_group').values({ id: id('groupId'), organization_id, name: `Group ${mark}` }),
    db.insertInto('plate').values({
      id: id('plateId'),
      organization_id,
      group_id: id('groupId'),
      plate: `PLATE ${mark}`,
      plate_key: `PLATE${mark.toUpperCase()}`,
      vehicle_type: '',
      brand: '',
      model: '',
      owner: '',
      phone: '',
      colour: '',
    }),
    db.insertInto('site_plan').values({
      id: id('planId'),
      organization_id,
      site_id,
      name: `Plan ${mark}`,
      picture_key: `plans/${mark}.png`,
      width_px: 640,
      height_px: 480,
    }),
    db.insertInto('contact').values({ id: id('contactId'), organization_id, name: `Contact ${mark}`, email: 'a@b.example', phone: '' }),
    db.insertInto('mfa_method').values({
      id: id('mfaId'),
      user_id,
      category: 'e-mail',
      secret: null,
      status: mfaStatuses.pending,
      last_step: 0,
      created_at_ms: nowMs,
    }),
    db.insertInto('archive').values(archive),
    db.insertInto('archive').values({
      ...archive,
      id: id('partId'),
      part_source: 'local',
      part_format: 'mp4',
      part_sha256: 'ab'.repeat(32),
      part_expires_at_ms: nowMs + 365 * DAY_MS,
    }),
    db.insertInto('archive_redaction').values({
      id: id('redactionId'),
      archive_id: id('archiveId'),
      organization_id,
      status: archiveStatuses.success,
      progress: 100,
      fail_code: null,
      areas_json: '[]',
      is_silent: 1,
      size_bytes: 4,
      codec: 'avc1',
      width: 1,
      height: 1,
      object_key: `redactions/${mark}.mp4`,
      sha256: 'ab'.repeat(32),
      piece_sha256s_json: writePieceList([]),
      user_id,
      made_by: 'Somebody',
      created_at_ms: nowMs,
      lease_until_ms: 0,
      tries: 1,
    }),
    db.insertInto('archive_share').values({
      id: id('handle'),
      archive_id: id('archiveId'),
      organization_id,
      recipient: null,
      secret_sha256: sha256(SECRET),
      user_id,
      shared_by: 'Somebody',
      emails_json: '[]',
      message: '',
      created_at_ms: nowMs,
      expires_at_ms: null,
      revoked_at_ms: null,
    }),
    db.insertInto('session').values({
      id: id('noticeSession'),
      user_id,
      address: '',
      created_at_ms: nowMs,
      // Goes on, however much time passes while others are at work.
      used_at_ms: nowMs + 365 * DAY_MS,
      expires_at_ms: nowMs + 365 * DAY_MS,
      ended_at_ms: null,
      ended_code: null,
      remote_access_id: null,
    }),
    db.insertInto('web_push').values({
      id: id('noticeDeviceId'),
      session_id: id('noticeSession'),
      user_id,
      organization_id,
      subscription_sealed: 'sealed',
      endpoint_sha256: mark.repeat(64),
      browser: 'Browser',
      created_at_ms: nowMs,
      last_reached_at_ms: null,
    }),
    db.insertInto('many_change').values({
      id: id('jobId'),
      organization_id,
      user_id,
      remote_access_id: null,
      change_json: JSON.stringify({ kind: 'language', language: 'en-US' }),
      state: 'ended',
      started_ms: nowMs,
      ended_ms: nowMs,
    }),
    db.insertInto('many_change_line').values({
      change_id: id('jobId'),
      position: 0,
      sn,
      name: 'Device',
      state: 'done',
      code: null,
      field: null,
      lease_until_ms: null,
      at_ms: nowMs,
    }),
    db.insertInto('device_log').values({ id: id('logId'), sn, file_name: 'log.txt', size_bytes: 4, text: 'text', created_at_ms: nowMs }),
  ]
  for (const row of rows) await row.execute()
}
