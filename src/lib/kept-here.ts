const OURS = 'sightline.'
/** Of nobody: the language outlives a log-out (rule 4.10), tests name a way to show pictures, and how many screens a machine has it has whoever signs in. */
const STAYS: ReadonlySet<string> = new Set(['sightline.language', 'sightline.sink', 'sightline.station-screens'])

type Kept = Pick<Storage, 'length' | 'key' | 'removeItem'>

/** Forgets what the app keeps in this browser's storage for whoever was signed in: all but the language. */
export function forgetKept(local: Kept, session: Pick<Storage, 'clear'>): void {
  const names = Array.from({ length: local.length }, (_, index) => local.key(index) ?? '')
  for (const name of names) if (name.startsWith(OURS) && !STAYS.has(name)) local.removeItem(name)
  session.clear()
}
