import { join } from 'node:path'
import { comparablePlate } from '#contract/plates.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import type { EventTable } from '#server/db/schema/event.ts'
import { drawEventId } from '#server/events/event-id.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import type { Stack } from '#tests/support/stack.ts'

/**
 * Writes alarms of the past into the service's tables, which nobody is told of: as if they had been there. One each two minutes, so that each
 * stands for itself, but for the three newest, which are of one cause. Answers with the way to take them away.
 */
export async function addManyAlarms(stack: Stack, count: number): Promise<{ sourceName: string; remove: () => Promise<void> }> {
  const mark = `many-${Math.floor(Math.random() * 1e9)}`
  const sourceName = `Camera of ${mark}`
  const channel = { organization_id: 'harbor-logistics', site_id: 'harbor-gate', sn: 'SLMANYALARMS', chl_index: 0, kind: 'motion' as const }
  const nowMs = stack.nowMs
  const startedAtMs = (index: number) => nowMs - (index < 3 ? (index + 1) * 1_000 : (index + 1) * 120_000)
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  const rows = Array.from({ length: count }, (_, index) => ({
    ...channel,
    id: `${mark}-${index}`,
    site_name: 'Gate',
    source_name: sourceName,
    started_at_ms: startedAtMs(index),
    recovered_at_ms: startedAtMs(index),
    rule_id: mark,
    rule_name: `Rule of ${mark}`,
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('alarm')
      .values(rows.slice(from, from + 1_000))
      .execute()
  await db.destroy()
  return {
    sourceName,
    remove: async () => {
      const again = await openDatabase(join(stack.dataFolder, 'sightline.db'))
      await again.deleteFrom('alarm').where('id', 'like', `${mark}-%`).execute()
      await again.destroy()
    },
  }
}

/** Writes an alarm of the camera with this name, as if it had been raised then. */
export async function addAlarmOf(stack: Stack, cameraName: string, startedAtMs: number): Promise<void> {
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  const { id: site_id, ...camera } = await cameraNamed(db, cameraName)
  const times = { started_at_ms: startedAtMs, recovered_at_ms: startedAtMs }
  const alarm = { ...camera, site_id, ...times, id: `of-${cameraName}-${startedAtMs}`, kind: 'motion' as const, source_name: cameraName }
  await db.insertInto('alarm').values(alarm).execute()
  await db.destroy()
}

/** Writes that the camera with this name has seen a face there, as if it had reported it then. */
export async function addFaceOf(stack: Stack, cameraName: string, atMs: number, box: ObjectBox): Promise<void> {
  await addEventOf(stack, cameraName, atMs, { kind: 'face', box_json: JSON.stringify(box) })
}

/** Writes that the camera with this name has read a plate, as if it had reported it then. */
export async function addPlateOf(stack: Stack, cameraName: string, atMs: number, plate: string): Promise<void> {
  await addEventOf(stack, cameraName, atMs, { kind: 'plate', plate, plate_key: comparablePlate(plate) })
}

type Seen = Pick<EventTable, 'kind'> & Partial<Pick<EventTable, 'box_json' | 'plate' | 'plate_key'>>

async function addEventOf(stack: Stack, cameraName: string, atMs: number, event: Seen): Promise<void> {
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  const { id: site_id, ...camera } = await cameraNamed(db, cameraName)
  const unknown = { traits: 0, plate: null, plate_key: null, attributes_json: '{}', person_json: null, snapshot_key: null, box_json: null }
  const id = drawEventId(atMs)
  await db
    .insertInto('event')
    .values({ ...unknown, ...camera, site_id, id, source_name: cameraName, ...event })
    .execute()
  const { plate_key } = event
  if (typeof plate_key === 'string')
    await db.insertInto('event_plate').values({ organization_id: camera.organization_id, plate_key, last_event_id: id }).execute()
  await db.destroy()
}

/** The camera with this name, and where it is. */
export function cameraNamed(db: Db, name: string) {
  return db
    .selectFrom('channel')
    .innerJoin('device', 'device.sn', 'channel.sn')
    .innerJoin('site', 'site.id', 'device.site_id')
    .where('channel.name', '=', name)
    .select(['channel.sn', 'channel.chl_index', 'site.id', 'site.name as site_name', 'site.organization_id'])
    .executeTakeFirstOrThrow()
}
