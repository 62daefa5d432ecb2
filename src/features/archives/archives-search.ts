import { archiveFilters } from '#contract/states/archive.ts'
import { readPlaces, type PlaceChoice } from '../../ui/filters/place-address.ts'
import type { TimeChoice } from '../../ui/filters/time-presets.ts'

const states = ['done', 'failed'] as const

/** What the address says of the list: whoever is sent it sees the same of what they may see. */
export interface ArchivesSearch extends PlaceChoice, TimeChoice {
  page?: number
  /** Any part of title, case number or a tag. */
  text?: string
  state?: (typeof states)[number]
  /** Pictures unless it is said. */
  view?: 'table'
}

const MOST_TEXT = 64

function time(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Reads the address; whatever in it makes no sense is passed over. A time is whole or not there. */
export function readArchives(search: Record<string, unknown>): ArchivesSearch {
  const { page, text, state, view } = search
  const [from, until] = [time(search['from']), time(search['until'])]
  const isTimed = from !== undefined && until !== undefined
  const written = typeof text === 'number' ? String(text) : text
  return {
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
    text: typeof written === 'string' && written !== '' ? written.slice(0, MOST_TEXT) : undefined,
    state: states.find((known) => known === state),
    view: view === 'table' ? 'table' : undefined,
    from: isTimed ? from : undefined,
    until: isTimed ? until : undefined,
    ...readPlaces(search),
  }
}

/** The task filter of the service (rule 4.9). */
export function stateAsked(state: ArchivesSearch['state']) {
  return state === undefined ? archiveFilters.all : state === 'done' ? archiveFilters.success : archiveFilters.fail
}
