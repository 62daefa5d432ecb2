import { platePattern } from '#contract/plates.ts'
import { timeMs } from '#contract/rules.ts'
import { sortOf, sortText } from '../../ui/controls/table/sort-rows.ts'

/** What the address of the passes says. `until`: epoch ms, without it now. */
export interface PassSearch {
  plate?: string
  until?: number
}

/** What the address of the plate database says: of a group, or of all of them. */
export interface PlateSearch {
  group?: string
  search?: string
  brand?: string
  colour?: string
  type?: string
  /** As `sortOf` reads it. */
  sort?: string
}

/** A text of an address; what consists of digits alone stands there as a number. */
function text(value: unknown, most: number): string | undefined {
  const written = typeof value === 'number' ? String(value) : value
  return typeof written === 'string' && written.trim() !== '' ? written.slice(0, most) : undefined
}

export function readPassSearch(search: Record<string, unknown>): PassSearch {
  return { plate: platePattern.safeParse(text(search['plate'], 64)).data, until: timeMs.safeParse(search['until']).data }
}

export function readPlateSearch(search: Record<string, unknown>): PlateSearch {
  return {
    group: text(search['group'], 64),
    search: text(search['search'], 64),
    brand: text(search['brand'], 32),
    colour: text(search['colour'], 32),
    type: text(search['type'], 32),
    sort: sortText(sortOf(search['sort'])),
  }
}
