const IDS_PER_MS = 1_000

/** Identifiers of events rise with their time: some number within the millisecond of the event. */
export function drawEventId(atMs: number): number {
  return Math.floor(atMs) * IDS_PER_MS + Math.floor(Math.random() * IDS_PER_MS)
}

/** When the event with this identifier happened, epoch ms. */
export function timeOfEvent(id: number): number {
  return Math.floor(id / IDS_PER_MS)
}

/** The first and the last identifier that events of a span can have. */
export function idsBetween(fromMs: number, toMs: number): { first: number; last: number } {
  return { first: Math.floor(fromMs) * IDS_PER_MS, last: Math.floor(toMs) * IDS_PER_MS + IDS_PER_MS - 1 }
}
