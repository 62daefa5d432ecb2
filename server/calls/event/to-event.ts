import type { Event } from '#contract/calls/event/event.ts'
import type { Viewer } from '#contract/masked.ts'
import { timeOfEvent } from '../../events/event-id.ts'
import type { EventRow } from '../../events/event-search.ts'
import { personFor } from '../../events/known-person.ts'
import { similarityIn } from '../../events/traits.ts'
import type { ObjectLinks } from '../../objects/object-links.ts'

/** An event row as the wire has it, with a link to its picture. `viewer`: who looks, and may look back at its camera. */
export function toEvent(row: EventRow, links: ObjectLinks, viewer: Viewer): Event {
  return {
    eventId: String(row.id),
    kind: row.kind,
    sn: row.sn,
    chlIndex: row.chl_index,
    siteName: row.site_name,
    sourceName: row.source_name,
    atMs: timeOfEvent(row.id),
    attributes: JSON.parse(row.attributes_json),
    plate: row.plate,
    similarity: similarityIn(row.traits) ?? null,
    person: personFor(viewer, row),
    box: row.box_json === null ? null : JSON.parse(row.box_json),
    pictureUrl: row.snapshot_key === null ? null : links.linkTo(row.snapshot_key),
  }
}
