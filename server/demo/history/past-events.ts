import { basename } from 'node:path'
import type { Demonstration, DemonstrationScene } from '#contract/demonstration.ts'
import { comparablePlate } from '#contract/plates.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { weekTimeAt } from '#shared/time/zone.ts'
import type { EventRow } from '../../events/event-search.ts'
import { fittingPerson } from '../../events/known-person.ts'
import { packTraits } from '../../events/traits.ts'
import { SHARED_PICTURES } from '../../events/shared-pictures.ts'
import type { Seeded } from './seeded.ts'
import { busynessOf, kindWeights } from './rhythm.ts'

const HOUR_MS = 60 * 60_000
const HISTORY_DAYS = 30
const EVENT_COUNT = 20_000
/** So far back the cameras have recordings: what they reported of that time must be what those show. */
const RECORDED_MS = DAY_MS
/** Of the plates at a gate, how many belong to vehicles that the clip does not show. */
const VISITS = 0.85
const IDS_PER_MS = 1_000

/** A channel, and what its events say of its place. */
export interface PastChannel {
  place: Pick<EventRow, 'organization_id' | 'site_id' | 'site_name' | 'sn' | 'chl_index' | 'source_name'>
  timeZone: string
  scene: DemonstrationScene
  offsetMs: number
}

/** An hour of a channel. */
interface Slot {
  channel: PastChannel
  startMs: number
  hour: number
  /** How busy all hours were up to the end of this one. */
  upTo: number
}

/** Where the picture of a happening lies in the object store. */
export function pictureKey(file: string): string {
  return SHARED_PICTURES + basename(file)
}

/** All pictures that cameras reported, each once. */
export function picturesOf({ scenes }: Demonstration): string[] {
  return [...new Set(scenes.flatMap(({ happenings, visits }) => [...happenings, ...visits].map(({ picture }) => picture)))]
}

/**
 * The events of thirty days: as many in each hour as a working week has, each at a moment when the loop of its channel shows it, so
 * that what the cameras recorded can be played back around it. Oldest first.
 */
export function pastEvents(channels: readonly PastChannel[], nowMs: number, draw: Seeded): EventRow[] {
  const slots = hoursOf(channels, nowMs)
  const total = slots.at(-1)?.upTo ?? 0
  const events = new Map<number, EventRow>()
  while (events.size < EVENT_COUNT) {
    const event = eventIn(slotAt(slots, draw.share() * total), nowMs, draw)
    if (event !== undefined) events.set(event.id, event)
  }
  return [...events.values()].toSorted((one, other) => one.id - other.id)
}

function hoursOf(channels: readonly PastChannel[], nowMs: number): Slot[] {
  const slots: Slot[] = []
  let upTo = 0
  for (let startMs = nowMs - HISTORY_DAYS * DAY_MS; startMs < nowMs; startMs += HOUR_MS) {
    for (const channel of channels) {
      const { day, minute } = weekTimeAt(startMs, channel.timeZone)
      const hour = Math.floor(minute / 60)
      upTo += busynessOf(channel.scene.scene, day, hour)
      slots.push({ channel, startMs, hour, upTo })
    }
  }
  return slots
}

/** The hour in which this much had happened. */
function slotAt(slots: readonly Slot[], much: number): Slot {
  let from = 0
  let to = slots.length - 1
  while (from < to) {
    const middle = (from + to) >> 1
    if ((slots[middle]?.upTo ?? 0) > much) to = middle
    else from = middle + 1
  }
  return slots[from] as Slot
}

function eventIn({ channel, startMs, hour }: Slot, nowMs: number, draw: Seeded): EventRow | undefined {
  const { scene, offsetMs, place } = channel
  const kind = draw.weighed(kindWeights(scene.scene, hour))
  const shown = scene.happenings.filter(({ event }) => event === kind)
  const aboutMs = startMs + draw.below(HOUR_MS)
  if (shown.length === 0) return undefined
  const happening = draw.pick(shown)
  const atMs = aboutMs + ((((happening.atMs - aboutMs - offsetMs) % scene.loopMs) + scene.loopMs) % scene.loopMs)
  if (atMs >= nowMs) return undefined
  const visits = scene.visits.filter(({ event }) => event === kind)
  const isVisit = visits.length > 0 && atMs < nowMs - RECORDED_MS && draw.share() < VISITS
  const { event, attributes, plate, similarity, person, box, picture } = isVisit ? draw.pick(visits) : happening
  const known = fittingPerson({ event, similarity, person })
  return {
    id: Math.floor(atMs) * IDS_PER_MS + draw.below(IDS_PER_MS),
    ...place,
    kind,
    traits: packTraits(attributes, known.similarity),
    plate: plate ?? null,
    plate_key: plate === undefined ? null : comparablePlate(plate),
    attributes_json: JSON.stringify(attributes),
    person_json: known.person_json,
    box_json: box === undefined ? null : JSON.stringify(box),
    snapshot_key: pictureKey(picture),
  }
}
