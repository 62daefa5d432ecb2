/** Which state may follow which. A pure table, so that the service, the screens and the tests read the same one. */
export type Transitions<State extends number | string> = Readonly<Record<State, readonly State[]>>

/** Whether `from` may become `to`. Staying as it is, is no transition. */
export function mayBecome<State extends number | string>(table: Transitions<State>, from: State, to: State): boolean {
  return table[from].includes(to)
}

/** The shortest way of transitions from one state to another, without the first; empty when there is none, or nothing to do. */
export function wayTo<State extends number | string>(table: Transitions<State>, from: State, to: State): State[] {
  const seen = new Set([from])
  let ways: State[][] = [[from]]
  while (ways.length > 0) {
    const arrived = ways.find((way) => way.at(-1) === to)
    if (arrived !== undefined) return arrived.slice(1)
    ways = ways.flatMap((way) => table[way.at(-1) ?? from].filter((next) => !seen.has(next)).map((next) => [...way, next]))
    for (const way of ways) seen.add(way.at(-1) ?? from)
  }
  return []
}
