import { eventVideoSearch as call } from '#contract/calls/event/event-video-search.ts'
import { recordTypes } from '#contract/recorded-media.ts'
import { searchEvents } from '../../video/recorded/around-events.ts'
import { searchCloud } from '../../video/recorded/cloud-recordings.ts'
import { searchDevice } from '../../video/recorded/device-recordings.ts'
import { handler } from '../handler.ts'

export const eventVideoSearch = handler(call, async ({ sn, chlIndex, types, from = 'local', fromMs, toMs }, context, caller) => {
  await context.rights.requireChannel(caller, sn, chlIndex, 'playback')
  // What the cloud keeps was paid for by itself.
  if (from === 'local') await context.licences.requireAny(caller.organizationId)
  const camera = { organizationId: caller.organizationId, sn, chlIndex }
  const span = { fromMs, toMs }
  const wanted = types ?? recordTypes
  if (from === 'cloud') return { ...(await searchCloud(context.db, camera, span, wanted)), source: 'cloud' as const }
  const recorded = wanted.length === 0 ? { segments: [], isMore: false } : await searchDevice(context, camera, span, types)
  if (recorded !== undefined) return { ...recorded, source: 'device' as const }
  return { ...(await searchEvents(context, camera, span, wanted)), source: 'events' as const }
})
