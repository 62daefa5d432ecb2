import * as fc from 'fast-check'

/** Values that some part of a service has once taken badly. */
const oddities: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202e\u0301\u{1f600}',
  "' or 1=1 --",
  '%_\\',
  '../..',
  'x'.repeat(20_000),
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 'x', constructor: null },
  Array.from({ length: 5_000 }, () => 'y'),
]

/** An input with something wrong: a field of a wrong kind, missing or too many, at any depth, or another thing altogether. */
export function bent(input: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.constantFrom(...oddities),
    fc.nat(2_000).map(nested),
    fc.anything({ maxDepth: 2, withNullPrototype: false }).map(asJson),
  )
  const changed = fc.tuple(input, odd, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.nat(2)).map(([value, other, way, kind]) => {
    return change(value, other, way, kind)
  })
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: odd })
}

/** Something that happens to a text on its way: a part is lost, comes twice or is another, or the end is missing. */
export const damage: fc.Arbitrary<(text: string) => string> = fc
  .record({
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 16 }),
    kind: fc.constantFrom('lost', 'twice', 'other', 'cut'),
    other: fc.string(),
  })
  .map(({ at, length, kind, other }) => (text) => {
    const from = at % (text.length + 1)
    const [before, part, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)]
    if (kind === 'lost') return before + after
    if (kind === 'twice') return before + part + part + after
    return kind === 'cut' ? before : before + other + after
  })

/** Goes down to a place that the numbers choose, and replaces (0), removes (1) or adds (2) something there. */
function change(value: unknown, other: unknown, [turn = 0, ...way]: readonly number[], kind: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof File) return other
  const keys = Object.keys(value)
  if (keys.length === 0) return { odd: other }
  const chosen = keys[turn % keys.length] ?? ''
  const entries = Object.entries(value as Record<string, unknown>).flatMap(([key, item]): [string, unknown][] => {
    if (key !== chosen) return [[key, item]]
    if (way.length > 0) return [[key, change(item, other, way, kind)]]
    if (kind === 1) return []
    return kind === 0
      ? [[key, other]]
      : [
          [key, item],
          ['odd', other],
        ]
  })
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { in: value }
  return value
}

/** What is left of any value when it travels as JSON. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return null
  }
}
