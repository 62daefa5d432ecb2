import { eventVideoExistDayList as call } from '#contract/calls/event/event-video-exist-day-list.ts'
import { isTimeZone } from '#shared/time/zone.ts'
import { eventDays } from '../../video/recorded/around-events.ts'
import { cloudDays } from '../../video/recorded/cloud-recordings.ts'
import { deviceDays } from '../../video/recorded/device-recordings.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const eventVideoExistDayList = handler(call, async ({ sn, chlIndex, month, timeZone, from = 'local' }, context, caller) => {
  await context.rights.requireChannel(caller, sn, chlIndex, 'playback')
  if (!isTimeZone(timeZone)) throw new CallFault('parameter-error', { field: 'timeZone' })
  // What the cloud keeps was paid for by itself.
  if (from !== 'cloud') await context.licences.requireAny(caller.organizationId)
  const camera = { organizationId: caller.organizationId, sn, chlIndex }
  const question = { month, timeZone }
  if (from === 'cloud') return { days: await cloudDays(context.db, camera, question), source: 'cloud' as const }
  const days = await deviceDays(context, camera, question)
  if (days !== undefined) return { days, source: 'device' as const }
  return { days: await eventDays(context, camera, question), source: 'events' as const }
})
