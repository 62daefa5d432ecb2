const kinds = ['permanent', 'external'] as const

/** What the address says of the list of shared clips. */
export interface SharedSearch {
  page?: number | undefined
  text?: string | undefined
  /** All of them unless it is said. */
  kind?: (typeof kinds)[number] | undefined
  /** Those that cannot be opened any more. */
  over?: true | undefined
}

const MOST_TEXT = 64

/** Reads the address; whatever in it makes no sense is passed over. */
export function readShared({ page, text, kind, over }: Record<string, unknown>): SharedSearch {
  const written = typeof text === 'number' ? String(text) : text
  return {
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
    text: typeof written === 'string' && written !== '' ? written.slice(0, MOST_TEXT) : undefined,
    kind: kinds.find((known) => known === kind),
    over: over === true || undefined,
  }
}
