import { attributeFilter, attributeNames, eventKinds, type AttributeName, type EventKind } from '#contract/event-attributes.ts'
import { similarity } from '#contract/known-person.ts'
import { platePattern } from '#contract/plates.ts'
import { timeMs } from '#contract/rules.ts'
import type { EventFilter } from '#contract/calls/event/event-search-list.ts'
import { placesAsked, readPlaces, textsIn, type PlaceChoice } from '../../ui/filters/place-address.ts'
import type { TimeChoice } from '../../ui/filters/time-presets.ts'

/** Wanted values of attributes, by their names. */
export type Wanted = Partial<Record<AttributeName, string[]>>

/** What the address says of a search: all of it, so that whoever is sent it sees the same. */
export interface EventSearch extends PlaceChoice, TimeChoice {
  kinds?: EventKind[]
  with?: Wanted
  plate?: string
  /** Percent, at least. */
  similarity?: number
  /** Pictures unless it is said. */
  view?: 'table'
  /** The event whose panel is open, and when it happened. */
  event?: string
  at?: number
}

/** A search for all that was seen at its time. */
export const noFilter = { sites: undefined, cameras: undefined, kinds: undefined, with: undefined, plate: undefined, similarity: undefined }

function time(value: unknown): number | undefined {
  return timeMs.safeParse(value).data
}

/** The attributes that the service knows, with the values that it knows of each. */
function wanted(value: unknown): Wanted | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: Wanted = {}
  for (const name of attributeNames) {
    const isKnown = (text: string) => attributeFilter.safeParse({ [name]: [text] }).success
    const values = textsIn((value as Record<string, unknown>)[name], 200, isKnown)
    if (values !== undefined) found[name] = values
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Reads the address; whatever in it makes no sense is passed over. A time is whole or not there. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const [from, until, at] = [time(search['from']), time(search['until']), time(search['at'])]
  const isTimed = from !== undefined && until !== undefined
  const event = typeof search['event'] === 'string' && /^[1-9]\d{0,15}$/.test(search['event']) ? search['event'] : undefined
  // A plate of digits alone stands in the address as a number.
  const plate = platePattern.safeParse(typeof search['plate'] === 'number' ? String(search['plate']) : search['plate']).data
  return {
    from: isTimed ? from : undefined,
    until: isTimed ? until : undefined,
    ...readPlaces(search),
    kinds: textsIn(search['kinds'], eventKinds.length, (text) => eventKinds.some((kind) => kind === text)) as EventKind[] | undefined,
    with: wanted(search['with']),
    plate,
    similarity: similarity.safeParse(search['similarity']).data,
    view: search['view'] === 'table' ? 'table' : undefined,
    event: at === undefined ? undefined : event,
    at: event === undefined ? undefined : at,
  }
}

/** What the service is asked for. Of the time it is for `timeTrouble` to say whether it may be. */
export function filterOf(search: EventSearch): EventFilter {
  return {
    fromMs: search.from ?? 0,
    toMs: search.until ?? 0,
    ...placesAsked(search),
    ...(search.kinds && { kinds: search.kinds }),
    ...(search.with && { attributes: attributeFilter.parse(search.with) }),
    ...(search.plate !== undefined && { plate: search.plate }),
    ...(search.similarity !== undefined && { minSimilarity: search.similarity }),
  }
}
