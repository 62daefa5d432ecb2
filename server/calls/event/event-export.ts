import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { EXPORT_ROWS, EXPORT_ROWS_WITH_PICTURES, eventExport as call } from '#contract/calls/event/event-export.ts'
import type { EventRow } from '../../events/event-search.ts'
import { handler } from '../handler.ts'
import { searchScope } from './search-scope.ts'

/** Events read at a time; between two reads others have their turn. */
const CHUNK = 1_000

export const eventExport = handler(call, async ({ format, language, withPictures, exportId, ...filter }, context, caller) => {
  const hasPictures = withPictures === true
  const most = hasPictures ? EXPORT_ROWS_WITH_PICTURES : EXPORT_ROWS
  const scope = await searchScope(context, caller, filter)
  const events: EventRow[] = []
  while (events.length < most) {
    const size = Math.min(CHUNK, most - events.length)
    const more = await context.eventSearch.find(scope, filter, { after: events.at(-1)?.id, size })
    events.push(...more)
    if (more.length < size) break
    await turnOfOthers()
  }
  const sites = await context.db
    .selectFrom('site')
    .where('organization_id', '=', caller.organizationId)
    .select(['id', 'time_zone'])
    .execute()
  const timeZones = new Map(sites.map((site) => [site.id, site.time_zone]))
  const viewer = {
    userId: caller.userId,
    role: caller.role,
    ...(caller.remoteAccessId !== undefined && { remoteAccessId: caller.remoteAccessId }),
  }
  const tell = (rows: number) => {
    if (exportId === undefined) return
    context.push.send([caller.userId], { infoType: 'export-progress', infoContent: { exportId, rows, totalRows: events.length } })
  }
  const watching = { signal: caller.gone, onProgress: tell }
  return context.eventExports.write(events, { format, language, hasPictures, viewer, timeZones }, watching)
})
