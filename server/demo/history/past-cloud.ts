import { cloudLimits, cloudTriggerOf } from '#contract/cloud-storage.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../../db/open.ts'
import type { CloudRecordingTable } from '../../db/schema/cloud-storage.ts'
import { timeOfEvent } from '../../events/event-id.ts'
import type { EventRow } from '../../events/event-search.ts'
import type { recordedCameras } from '../cloud-purchases.ts'
import type { PastChannel } from './past-events.ts'
import { putFilm, type PutBytes } from './past-film.ts'

/** Of a camera and day no more is kept: who only looks around need not have a full disk. */
const MOST_A_DAY = 3

interface Past {
  events: readonly EventRow[]
  channels: readonly PastChannel[]
  cameras: ReturnType<typeof recordedCameras>
}

type Kept = Omit<CloudRecordingTable, 'order_id'>

/** What cloud storage has kept of these cameras around some of their events: the films are put into the object store, and their rows answered. */
export async function pastCloud({ events, channels, cameras }: Past, objects: { put: PutBytes }, nowMs: number): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { sn, chlIndex, retentionDays, sinceMs } of cameras) {
    const channel = channels.find(({ place }) => place.sn === sn && place.chl_index === chlIndex)
    if (channel === undefined) continue
    const own = events.filter((event) => event.sn === sn && event.chl_index === chlIndex && cloudTriggerOf[event.kind] !== undefined)
    for (const { id, kind } of spread(own, { sinceMs, nowMs })) {
      const atMs = timeOfEvent(id)
      const [startMs, endMs] = [atMs - cloudLimits.beforeEventMs, atMs + cloudLimits.afterEventMs]
      const object_key = `recordings/${sn.toLowerCase()}/${id}.mp4`
      kept.push({
        event_id: id,
        organization_id: channel.place.organization_id,
        sn,
        chl_index: chlIndex,
        trigger: kind,
        state: 'stored',
        start_at_ms: startMs,
        end_at_ms: endMs,
        expires_at_ms: atMs + retentionDays * DAY_MS,
        size_bytes: await putFilm(objects, object_key, channel, { startMs, endMs, organizationId: null }),
        object_key,
        retry_at_ms: null,
      })
    }
  }
  return kept
}

/** Writes the rows, each by the order that its camera's term in use came from. */
export async function writeCloud(db: Db, kept: readonly Kept[]): Promise<void> {
  const { using, expiring } = cloudStorageStatuses
  const inUse = db.selectFrom('cloud_term').where('status', 'in', [using, expiring]).select(['sn', 'chl_index', 'order_id'])
  const terms = await inUse.execute()
  const rows = kept.flatMap((row) => {
    const term = terms.find(({ sn, chl_index }) => sn === row.sn && chl_index === row.chl_index)
    return term === undefined ? [] : [{ ...row, order_id: term.order_id }]
  })
  if (rows.length > 0) await db.insertInto('cloud_recording').values(rows).execute()
}

/** Some events of each day of this time, none so near to another that one film would show both. The oldest first, as they are given. */
function spread(events: readonly EventRow[], { sinceMs, nowMs }: { sinceMs: number; nowMs: number }): EventRow[] {
  const filmMs = cloudLimits.beforeEventMs + cloudLimits.afterEventMs
  const chosen: EventRow[] = []
  const ofDay = new Map<number, number>()
  for (const event of events) {
    const atMs = timeOfEvent(event.id)
    const day = Math.floor(atMs / DAY_MS)
    const count = ofDay.get(day) ?? 0
    const isNear = atMs - timeOfEvent(chosen.at(-1)?.id ?? 0) < filmMs
    if (atMs < sinceMs || atMs > nowMs - filmMs || isNear || count >= MOST_A_DAY) continue
    chosen.push(event)
    ofDay.set(day, count + 1)
  }
  return chosen
}
