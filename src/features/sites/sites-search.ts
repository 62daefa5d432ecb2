/** What the address says of the list of sites. */
export interface SitesSearch {
  search?: string | undefined
  /** The site whose panel is open. */
  site?: string | undefined
  /** The table unless it is said. */
  view?: 'map' | undefined
}

const MOST = 64

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, MOST) : undefined
}

/** Reads the address; whatever in it makes no sense is passed over. */
export function readSites({ search, site, view }: Record<string, unknown>): SitesSearch {
  return { search: textOf(search), site: textOf(site), view: view === 'map' ? 'map' : undefined }
}
