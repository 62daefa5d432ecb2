interface Span<Type extends string> {
  startMs: number
  endMs: number
  type: Type
}

/** Spans by their beginning, those of one type that touch or overlap made one. */
export function mergeSpans<Type extends string>(spans: readonly Span<Type>[]): Span<Type>[] {
  const merged: Span<Type>[] = []
  const lastOf = new Map<Type, Span<Type>>()
  for (const span of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = lastOf.get(span.type)
    if (last !== undefined && span.startMs <= last.endMs) {
      last.endMs = Math.max(last.endMs, span.endMs)
      continue
    }
    const begun = { ...span }
    lastOf.set(span.type, begun)
    merged.push(begun)
  }
  return merged
}
