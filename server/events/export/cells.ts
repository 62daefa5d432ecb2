import { attributeNames, type EventAttributes } from '#contract/event-attributes.ts'
import { personFields } from '#contract/known-person.ts'
import type { Viewer } from '#contract/masked.ts'
import { markFormulas } from '#shared/sheet/formula-mark.ts'
import { timeIn } from '#shared/time/zone.ts'
import { timeOfEvent } from '../event-id.ts'
import type { EventRow } from '../event-search.ts'
import { personFor } from '../known-person.ts'
import { similarityIn } from '../traits.ts'

/** An event as a row of texts, in the order of `headings`: as this viewer may see it, by the clocks of this zone. */
export function toCells(event: EventRow, timeZone: string, viewer: Viewer): string[] {
  const person = personFor(viewer, event)
  const attributes = JSON.parse(event.attributes_json) as EventAttributes
  const place = [event.site_name, event.source_name, event.sn, String(event.chl_index + 1)]
  const time = [timeIn(timeOfEvent(event.id), timeZone, 'YYYY-MM-DD HH:mm:ss'), timeZone]
  const known = [event.plate ?? '', String(similarityIn(event.traits) ?? ''), ...personFields.map((name) => person?.[name] ?? '')]
  return [...time, event.kind, ...place, ...known, ...attributeNames.map((name) => attributes[name] ?? '')].map(markFormulas)
}
