/**
 * JSON of which there is only one: keys in the order of their code units, no space between, whole numbers. What is signed is such a text, and whoever reads
 * it writes it again to see that nothing else was meant. Throws for what has no such form.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} has no canonical form`)
  const entries = Object.entries(value as Record<string, unknown>).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}
