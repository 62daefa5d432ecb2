import type { RecordType } from '#contract/calls/event/event-video-search.ts'
import type { EventKind } from '#contract/event-attributes.ts'

/** Why there is something to see of an event (rule 3.17). */
export const recordTypeOf: Record<EventKind, RecordType> = {
  motion: 'MOTION',
  person: 'SMART_MOTION',
  vehicle: 'SMART_MOTION',
  face: 'SMART_MOTION',
  plate: 'PLATE',
  'line-crossing': 'PERIMETER',
  intrusion: 'PERIMETER',
  tampering: 'OTHER',
  input: 'SENSOR',
}
