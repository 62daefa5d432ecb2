import { readFile } from 'node:fs/promises'
import type { Insertable } from 'kysely'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { demonstration, type Demonstration } from '#contract/demonstration.ts'
import { channelStatuses } from '#contract/enums.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { toRow } from '../../events/rule-book.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { StartFault } from '../../runtime/start-fault.ts'
import { recordedCameras } from '../cloud-purchases.ts'
import { organization, sites } from '../organization.ts'
import { confirmedRecipients, contacts, namersOfRecipients, rules } from './alarm-rules.ts'
import { pastAlarms } from './past-alarms.ts'
import { pastArchives } from './past-archives.ts'
import { pastCloud, writeCloud } from './past-cloud.ts'
import type { PutBytes } from './past-film.ts'
import { pastEvents, pictureKey, picturesOf, type PastChannel } from './past-events.ts'
import { pastLayouts, pastOperations, pastPeople } from './past-people.ts'
import { Seeded } from './seeded.ts'
import { pastSitePlans } from './site-plans.ts'
import { vehicles } from './vehicles.ts'

/** Rows of one statement: each takes up to a dozen parameters, and databases bound their number. */
const ROWS_AT_ONCE = 1_000
/** Alarms older than this have been read by who watches them, most of the time. */
const READ_AFTER_MS = 2 * DAY_MS
const READ_SHARE = 0.96

interface Past {
  /** `demonstration.json` of the simulator. */
  file: string
  seed: number
  nowMs: number
  /** The devices as they are bound. */
  devices: readonly { sn: string; dev_type: number; site_id: string }[]
  objects: ObjectStore
}

/**
 * The weeks before the first start: what devices reported, what came of it, and what people did. The same for the same seed, devices
 * and moment, but for what is secret. Answers a function that writes it, in a transaction; objects are put before.
 */
export async function prepareHistory({ file, seed, nowMs, devices, objects }: Past): Promise<(db: Db) => Promise<void>> {
  const told = await readDemonstration(file)
  const part = (name: string) => new Seeded(seed, name)
  const channels = channelsOf(told, devices)
  const events = pastEvents(channels, nowMs, part('events'))
  const { groups, plates } = vehicles(told, organization.id, part('vehicles'))
  const groupOfPlate = new Map(plates.map((plate) => [plate.plate_key, plate.group_id]))
  const alarms = pastAlarms({ events, rules, channels, groupOfPlate }, nowMs, part('alarms'))
  const people = await pastPeople(nowMs, part('people'))
  const { stored, ...counted } = countedIn(objects)
  const { archives, shares, openings } = await pastArchives({ events, channels }, counted, nowMs, part('archives'))
  const sitePlans = await pastSitePlans(channels, counted)
  const recordings = await pastCloud({ events, channels, cameras: recordedCameras(devices, nowMs) }, counted, nowMs)
  for (const picture of picturesOf(told)) await counted.put(pictureKey(picture), await readFile(picture), organization.id)
  const reading = part('reading')
  const reads = ['harbor-admin', 'harbor-operator'].flatMap((user_id) =>
    alarms.flatMap(({ id, started_at_ms }) =>
      started_at_ms < nowMs - READ_AFTER_MS && reading.share() < READ_SHARE ? [{ alarm_id: id, user_id }] : [],
    ),
  )
  const lastOfPlate = new Map(events.flatMap((event) => (event.plate_key === null ? [] : [[event.plate_key, event.id] as const])))
  return async (db) => {
    const write = async <T extends keyof Schema>(table: T, rows: readonly Insertable<Schema[T]>[]) => {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await db
          .insertInto(table)
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .execute()
    }
    for (const { sn, model } of told.devices) await db.updateTable('device').set({ model }).where('sn', '=', sn).execute()
    await write(
      'channel',
      channels.map((channel) => channelRow(channel, nowMs)),
    )
    await write('stored_object', [...stored.values()])
    await write('site_plan', sitePlans.plans)
    await write('plan_camera', sitePlans.cameras)
    await write('disk_sample', told.devices.filter(({ sn }) => devices.some((device) => device.sn === sn)).flatMap(diskRows))
    await write('event', events)
    await write(
      'event_plate',
      [...lastOfPlate].map(([plate_key, last_event_id]) => ({ organization_id: organization.id, plate_key, last_event_id })),
    )
    await write('plate_group', groups)
    await write('plate', plates)
    await write('contact', contacts)
    await write('mail_recipient', confirmedRecipients(nowMs))
    await write('mail_recipient_namer', namersOfRecipients)
    await write(
      'alarm_rule',
      rules.map((rule) => ({ id: rule.ruleId, organization_id: organization.id, ...toRow(rule) })),
    )
    await write('alarm', alarms)
    await write('alarm_read', reads)
    await write('user', people.users)
    await write('user_site_role', people.roles)
    await write('invitation', [people.invitation])
    await write('installer', [people.installer])
    await write('remote_access', people.accesses)
    await write('user_config', pastLayouts(channels, nowMs, part('layouts')))
    await write('audit', pastOperations(channels, nowMs, part('operations')))
    await write('archive', archives)
    await write('archive_share', shares)
    await write('archive_share_opening', openings)
    await writeCloud(db, recordings)
  }
}

/** Puts into the store, and keeps for the database what was put: the organization is not there yet. */
function countedIn(objects: ObjectStore) {
  const stored = new Map<string, Insertable<Schema['stored_object']>>()
  const put: PutBytes = async (key, bytes, organizationId) => {
    await objects.put(key, bytes, organizationId)
    if (organizationId !== null) stored.set(key, { object_key: key, organization_id: organizationId, bytes: bytes.byteLength })
  }
  return { stored, put }
}

async function readDemonstration(file: string): Promise<Demonstration> {
  try {
    return demonstration.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    throw new StartFault(`What the simulator says of the demonstration, ${file}, cannot be read.`)
  }
}

/** The channels of those devices that are bound. */
function channelsOf(told: Demonstration, devices: Past['devices']): PastChannel[] {
  return told.devices.flatMap(({ sn, channels }) => {
    const site = sites.find(({ id }) => id === devices.find((device) => device.sn === sn)?.site_id)
    if (site === undefined) return []
    return channels.map(({ name, scene, offsetMs }, chl_index) => {
      const film = told.scenes.find((one) => one.scene === scene)
      if (film === undefined) throw new StartFault(`The simulator says nothing of its scene ${scene}.`)
      const place = { organization_id: organization.id, site_id: site.id, site_name: site.name, sn, chl_index, source_name: name }
      return { place, timeZone: site.time_zone, scene: film, offsetMs }
    })
  })
}

/** A channel that was there and is not connected yet. */
function channelRow({ place, scene }: PastChannel, nowMs: number) {
  const { codec, width, height, fps } = scene.clip
  return {
    sn: place.sn,
    chl_index: place.chl_index,
    name: place.source_name,
    status: channelStatuses.offline,
    status_since_ms: nowMs,
    support_fun_json: JSON.stringify([RECORDINGS_FUNCTION]),
    streams_json: JSON.stringify([{ stream: 'main', codec, width, height, fps }]),
  }
}

/** How full and how warm the disks of a device were. */
function diskRows({ sn, disks = [] }: Demonstration['devices'][number]): Insertable<Schema['disk_sample']>[] {
  return disks.flatMap(({ diskId, samples }) =>
    samples.map(({ atMs, usedBytes, totalBytes, temperatureC }) => ({
      sn,
      disk_id: diskId,
      at_ms: atMs,
      used_bytes: usedBytes,
      total_bytes: totalBytes,
      temperature_c: temperatureC,
    })),
  )
}
