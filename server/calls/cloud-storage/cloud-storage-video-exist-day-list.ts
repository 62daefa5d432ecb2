import { cloudStorageVideoExistDayList as call } from '#contract/calls/cloud-storage/cloud-storage-video-exist-day-list.ts'
import { cloudDays } from '../../video/recorded/cloud-recordings.ts'
import { handler } from '../handler.ts'

export const cloudStorageVideoExistDayList = handler(call, async ({ sn, chlIndex, month }, { rights, db }, caller) => {
  const { site_id } = await rights.requireChannel(caller, sn, chlIndex, 'playback')
  const { time_zone: timeZone } = await db.selectFrom('site').where('id', '=', site_id).select('time_zone').executeTakeFirstOrThrow()
  return { days: await cloudDays(db, { organizationId: caller.organizationId, sn, chlIndex }, { month, timeZone }) }
})
