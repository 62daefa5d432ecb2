/** The same list in an order that follows from the seed alone (mulberry32). */
export function inSeededOrder<Item>(items: readonly Item[], seed: number): Item[] {
  const ordered = [...items]
  let state = seed | 0
  for (let last = ordered.length - 1; last > 0; last--) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const other = ((mixed ^ (mixed >>> 14)) >>> 0) % (last + 1)
    const [one, two] = [ordered[last] as Item, ordered[other] as Item]
    ordered[last] = two
    ordered[other] = one
  }
  return ordered
}
