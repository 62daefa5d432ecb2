import type { Selectable } from 'kysely'
import type { RecordType } from '#contract/recorded-media.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { dayIn } from '#shared/time/zone.ts'
import type { Db } from '../../db/open.ts'
import type { CloudRecordingTable } from '../../db/schema/cloud-storage.ts'
import { mergeSpans } from '#shared/time/merge-spans.ts'
import { recordTypeOf } from '#contract/record-type-of.ts'
import type { CameraRef, Month, Recorded, Span } from './recorded-question.ts'

/** Recordings that one search looks at. */
const MOST = 2_000

/** What the cloud has of a camera in this time, oldest first. None is longer than a recording may be (rule 5.7). */
export async function storedRecordings(
  db: Db,
  { organizationId, sn, chlIndex }: CameraRef,
  { fromMs, toMs }: Span,
  most: number,
): Promise<Selectable<CloudRecordingTable>[]> {
  return db
    .selectFrom('cloud_recording')
    .where('organization_id', '=', organizationId)
    .where('sn', '=', sn)
    .where('chl_index', '=', chlIndex)
    .where('state', '=', 'stored')
    .where('start_at_ms', '>', fromMs - limits.recordingMs)
    .where('start_at_ms', '<', toMs)
    .where('end_at_ms', '>', fromMs)
    .selectAll()
    .orderBy('start_at_ms')
    .limit(most)
    .execute()
}

/** What the cloud has of a camera, each by what triggered it. */
export async function searchCloud(db: Db, camera: CameraRef, { fromMs, toMs }: Span, types: readonly RecordType[]): Promise<Recorded> {
  const rows = await storedRecordings(db, camera, { fromMs, toMs }, MOST + 1)
  const spans = rows.slice(0, MOST).map(({ start_at_ms, end_at_ms, trigger }) => ({
    startMs: Math.max(fromMs, start_at_ms),
    endMs: Math.min(toMs, end_at_ms),
    type: recordTypeOf[trigger],
  }))
  return { segments: mergeSpans(spans.filter(({ type }) => types.includes(type))), isMore: rows.length > MOST }
}

/** Days of a month of which the cloud has something of a camera. */
export async function cloudDays(db: Db, { organizationId, sn, chlIndex }: CameraRef, { month, timeZone }: Month): Promise<string[]> {
  const firstMs = Date.parse(`${month}-01T00:00:00Z`)
  const rows = await db
    .selectFrom('cloud_recording')
    .where('organization_id', '=', organizationId)
    .where('sn', '=', sn)
    .where('chl_index', '=', chlIndex)
    .where('state', '=', 'stored')
    // No place is further from UTC than 14 hours, and no month longer than 31 days.
    .where('start_at_ms', '>=', firstMs - DAY_MS)
    .where('start_at_ms', '<', firstMs + 33 * DAY_MS)
    .select(['start_at_ms', 'end_at_ms'])
    .orderBy('start_at_ms')
    .execute()
  const days = rows.flatMap(({ start_at_ms, end_at_ms }) => [dayIn(start_at_ms, timeZone), dayIn(end_at_ms - 1, timeZone)])
  return [...new Set(days)].filter((day) => day.startsWith(month)).toSorted()
}
