import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { EXPORT_ROWS, eventExport as call } from '#contract/calls/event/event-export.ts'
import { handler } from '../handler.ts'
import { searchScope } from './search-scope.ts'

/** Found at a time; between two looks others have their turn. */
const CHUNK = 1_000

export const eventExport = handler(call, async ({ format, language, withPictures, exportId, ...filter }, context, caller) => {
  const { eventSearch, eventExports, push } = context
  const scope = await searchScope(context, caller, filter)
  const ids: number[] = []
  while (ids.length < EXPORT_ROWS) {
    const size = Math.min(CHUNK, EXPORT_ROWS - ids.length)
    const more = await eventSearch.ids(scope, filter, { after: ids.at(-1), size })
    ids.push(...more)
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
    push.send([caller.userId], { infoType: 'export-progress', infoContent: { exportId, rows, totalRows: ids.length } })
  }
  const watching = { signal: caller.gone ?? new AbortController().signal, onProgress: tell }
  const options = { format, language, hasPictures: withPictures === true, viewer, timeZones }
  return eventExports.write(caller, { ids, read: (some) => eventSearch.read(some) }, options, watching)
})
