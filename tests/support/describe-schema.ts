import type * as z from 'zod/mini'

/**
 * A schema as plain data that is the same on every run: all of its definition, keys in order. Functions (own refinements) show that
 * they are there, not what they do.
 */
export function describeSchema(schema: z.ZodMiniType): unknown {
  return plain(schema, new Set())
}

function plain(value: unknown, above: ReadonlySet<unknown>): unknown {
  if (typeof value === 'function') return '(function)'
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof RegExp) return String(value)
  if (value === null || typeof value !== 'object') return value
  if (above.has(value)) return '(again)'
  const within = new Set([...above, value])
  if (value instanceof Set || value instanceof Map) return [...value].map((item) => plain(item, within))
  if (Array.isArray(value)) return value.map((item) => plain(item, within))
  if ('_zod' in value) {
    const { _zod: inside } = value as { _zod: { def: unknown } }
    return plain(inside.def, within)
  }
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, within)]))
}
