import { EXPORT_ROWS, eventExport as call } from '#contract/calls/event/event-export.ts'
import { writeExport } from '../../events/export/write-export.ts'
import type { EventRow } from '../../events/event-search.ts'
import { handler } from '../handler.ts'
import { searchScope } from './search-scope.ts'

/** Events read at a time; between two reads others have their turn. */
const CHUNK = 1_000

export const eventExport = handler(call, async ({ format, language, ...filter }, context, caller) => {
  const scope = await searchScope(context, caller, filter)
  const rows: EventRow[] = []
  while (rows.length < EXPORT_ROWS) {
    const size = Math.min(CHUNK, EXPORT_ROWS - rows.length)
    const more = await context.eventSearch.find(scope, filter, { after: rows.at(-1)?.id, size })
    rows.push(...more)
    if (more.length < size) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  const sites = await context.db
    .selectFrom('site')
    .where('organization_id', '=', caller.organizationId)
    .select(['id', 'time_zone'])
    .execute()
  return writeExport(rows, { viewer: caller, format, language, timeZones: new Map(sites.map((site) => [site.id, site.time_zone])) })
})
