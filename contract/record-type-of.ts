import type { EventKind } from './event-attributes.ts'
import type { RecordType } from './recorded-media.ts'

/** Why what happened is recorded, or there is something to see of it (rule 3.17). */
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
