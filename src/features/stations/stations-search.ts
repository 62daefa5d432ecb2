import type { ListedStation } from '#contract/calls/station/station-list.ts'
import { lengths } from '#contract/limits.ts'

/** What the address says of the viewing stations. */
export interface StationsSearch {
  /** A part of the name of a station or of its site. */
  search?: string | undefined
  /** The code of a screen that is to be paired, from the QR code on it. */
  code?: string | undefined
  /** The station whose panel is open. */
  station?: string | undefined
}

const MOST = 32

function textOf(value: unknown, most = MOST): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, most) : undefined
}

/** Reads the address; whatever in it makes no sense is passed over. */
export function readStations({ search, code, station }: Record<string, unknown>): StationsSearch {
  return { search: textOf(search, lengths.search), code: textOf(code), station: textOf(station) }
}

/** Those whose name, or that of whose site, has these words in it. */
export function stationsMatching(stations: readonly ListedStation[], search: string, locale: string): ListedStation[] {
  const wanted = search.toLocaleLowerCase(locale)
  return stations.filter(({ name, siteName }) => [name, siteName].some((text) => text.toLocaleLowerCase(locale).includes(wanted)))
}
