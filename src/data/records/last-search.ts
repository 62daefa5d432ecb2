import { draftOf } from '../query/draft.ts'

const kept = draftOf('last-search')

/** What the address of the search asked for when it last found something, on this machine: it opens again without a network. */
export async function lastSearch(): Promise<Record<string, unknown> | undefined> {
  const { search } = (await kept.get()) ?? {}
  return search === undefined ? undefined : (JSON.parse(search) as Record<string, unknown>)
}

/** Keeps what was searched for, sealed as all that is of a person. */
export function keepLastSearch(search: object): void {
  void kept.put({ search: JSON.stringify(search) })
}
