import { cloudStorageVideoExistDayList as call } from '#contract/calls/cloud-storage/cloud-storage-video-exist-day-list.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { dayIn } from '#shared/time/zone.ts'
import { handler } from '../handler.ts'

export const cloudStorageVideoExistDayList = handler(call, async ({ sn, chlIndex, month }, { rights, db }, caller) => {
  const { site_id } = await rights.requireChannel(caller, sn, chlIndex, 'playback')
  const { time_zone: timeZone } = await db.selectFrom('site').where('id', '=', site_id).select('time_zone').executeTakeFirstOrThrow()
  const firstMs = Date.parse(`${month}-01T00:00:00Z`)
  const rows = await db
    .selectFrom('cloud_recording')
    .where('organization_id', '=', caller.organizationId)
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
  return { days: [...new Set(days)].filter((day) => day.startsWith(month)).toSorted() }
})
