import type { EventKind } from '#contract/event-attributes.ts'
import { recognizingKinds, type KnownPerson } from '#contract/known-person.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
import type { EventRow } from './event-search.ts'

interface Recognition {
  event: EventKind
  similarity?: number | undefined
  person?: KnownPerson | undefined
}

/** Whom an event of this kind may have recognized; what a device says of the person beyond that is not kept. */
export function fittingPerson({ event, similarity, person }: Recognition) {
  if (!recognizingKinds.includes(event)) return { similarity: undefined, person_json: null }
  const isKnown = person !== undefined && Object.keys(person).length > 0
  return { similarity, person_json: isKnown ? JSON.stringify(person) : null }
}

/** The person of an event as this viewer, who may look back at the camera, sees them. */
export function personFor(viewer: Viewer, { person_json }: Pick<EventRow, 'person_json'>): KnownPerson | null {
  if (person_json === null) return null
  const person = JSON.parse(person_json) as KnownPerson
  return person.idNumber === undefined ? person : { ...person, idNumber: namesFor(viewer).idNumber(person.idNumber) }
}
