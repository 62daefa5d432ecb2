import { EVENTS_A_PAGE } from '#contract/calls/event/event-search-list.ts'

/** So many results before the end of what is known, the next page is asked for. */
const AHEAD = 60

interface Page {
  next: string | null
}

/**
 * What `pagesAround` and `knownPages` make of these places stays the same as long as this does: who is told of it hears a few times for each
 * page, not of each row that comes into sight.
 */
export function shownPart(first: number, last: number): { first: number; last: number } {
  const pageOf = (index: number) => index - (index % EVENTS_A_PAGE)
  const nearEnd = pageOf(last) + EVENTS_A_PAGE - AHEAD
  return { first: pageOf(first), last: last < nearEnd ? pageOf(last) : nearEnd }
}

/** The pages that are held, of `count` that are known: those on the screen, one more at both ends, and the first. */
export function pagesAround(first: number, last: number, count: number): number[] {
  const from = Math.max(0, Math.floor(first / EVENTS_A_PAGE) - 1)
  const to = Math.min(count - 1, Math.floor(last / EVENTS_A_PAGE) + 1)
  const around = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)
  return around.includes(0) ? around : [0, ...around]
}

/**
 * Behind which event each page begins, as far as that is known now: one more when somebody comes near the end, and none behind a page that
 * has another end by now. The same array when nothing changes.
 */
export function knownPages(cursors: readonly string[], pages: ReadonlyMap<number, Page | undefined>, last: number): readonly string[] {
  let known = cursors
  for (const [number, page] of [...pages].toSorted(([one], [other]) => one - other)) {
    if (page === undefined || number >= known.length) continue
    const after = known[number + 1]
    const isNear = last >= (number + 1) * EVENTS_A_PAGE - AHEAD
    if (page.next === null || (after !== undefined && after !== page.next)) {
      if (after !== undefined) known = known.slice(0, number + 1)
    }
    if (page.next !== null && known.length === number + 1 && isNear) known = [...known, page.next]
  }
  return known
}
