import type { EventAttributes, EventKind } from '#contract/event-attributes.ts'
import { comparablePlate } from '#contract/plates.ts'
import type { ClipLoop } from '../clip-loop.ts'
import { toDeviceEvent } from '../happening-event.ts'
import { seenInFilm } from '../happening.ts'
import { listOthers } from '../other-visits.ts'
import type { Planned } from '../rhythm/programme.ts'

/** Something that a camera can show, with its picture. */
export type Shown = Pick<Planned, 'event' | 'picture' | 'seen'>

/**
 * Of which kinds the picture may be of an event: anybody may cross a line, whose plate is read is a vehicle, and the plate of a vehicle may be one
 * that cannot be read in its picture.
 */
const alike: Readonly<Record<EventKind, readonly EventKind[]>> = {
  motion: ['motion', 'person', 'vehicle'],
  person: ['person'],
  vehicle: ['vehicle', 'plate'],
  face: ['face'],
  plate: ['plate', 'vehicle'],
  'line-crossing': ['line-crossing', 'person', 'vehicle', 'plate'],
  intrusion: ['intrusion', 'person', 'vehicle'],
  tampering: ['tampering'],
  input: ['input', 'motion'],
}

/** All that a camera has pictures of: what was drawn first, then its clip. */
export function shownBy(loop: ClipLoop): Shown[] {
  const { scene, happenings, visits = [] } = loop.clip
  const drawn = [...listOthers().filter((other) => other.scene === scene), ...visits]
  return [
    ...drawn.map((visit) => ({ event: toDeviceEvent(visit), picture: visit.picture })),
    ...happenings.map((happening) => ({
      event: toDeviceEvent(happening),
      picture: `${scene}-${happening.atMs}`,
      seen: seenInFilm(happening),
    })),
  ]
}

/** Whether a camera has anything in view of which there may be an event of this kind. */
export function canShow(shown: readonly Shown[], kind: EventKind): boolean {
  return shown.some(({ event }) => alike[kind].includes(event.event))
}

/**
 * The picture that fits what is to be told, and says none of it otherwise; undefined when there is none. Of those that fit as well one after the
 * other, by `turn`.
 */
export function fitting(
  shown: readonly Shown[],
  wanted: { kind: EventKind; attributes: EventAttributes; plate?: string | undefined },
  turn: number,
): Shown | undefined {
  const fit = shown.filter(({ event }) => alike[wanted.kind].includes(event.event) && !contradicts(event, wanted))
  const score = ({ event }: Shown) =>
    alike[wanted.kind].length - alike[wanted.kind].indexOf(event.event) + 10 * matches(event.attributes, wanted.attributes)
  const best = Math.max(...fit.map(score))
  const equals = fit.filter((one) => score(one) === best)
  return equals[turn % equals.length]
}

function contradicts({ attributes, plate }: Shown['event'], wanted: { attributes: EventAttributes; plate?: string | undefined }): boolean {
  // The plate of a picture can be read where it was told.
  if (wanted.plate !== undefined && plate !== undefined && comparablePlate(plate) !== comparablePlate(wanted.plate)) return true
  const told: Readonly<Record<string, string>> = attributes
  return Object.entries(wanted.attributes).some(([name, value]) => told[name] !== undefined && told[name] !== value)
}

function matches(told: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): number {
  return Object.entries(wanted).filter(([name, value]) => told[name] === value).length
}
