/** A list with one of its things elsewhere; the same list when there is nowhere to go. */
export function reordered<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const thing = list[from]
  if (thing === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, thing)
}

/** Which row of a list lies under this height of the page. */
export function rowAt(list: Element | null, clientY: number): number {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  const under = rows.findIndex(({ bottom }) => clientY < bottom)
  return under === -1 ? rows.length - 1 : under
}
