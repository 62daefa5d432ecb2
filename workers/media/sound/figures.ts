/** The quantile `q` of some numbers; 0 when there are none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
