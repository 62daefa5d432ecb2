import * as fc from 'fast-check'
import type * as z from 'zod/mini'
import type { $ZodChecks, $ZodType, $ZodTypes } from 'zod/v4/core'

export interface InputOptions {
  /** Leaves out what is optional and takes the first of what can be chosen. */
  isPlain?: boolean
  /** What fields of these names are given, where it fits. */
  identifiers?: Readonly<Record<string, readonly string[]>>
}

const WORDS = ['Harbor', 'a', 'Tor 4', 'x@example.org', '0', 'ÄÖ 门口', '12 34', '192.168.1.20', '255.255.255.0', 'Europe/Oslo', '/a']

/** Inputs that the schema describes. Refinements of whole objects are not known here: what they refuse may come too. */
export function arbitraryInput(schema: z.ZodMiniType, options: InputOptions = {}): fc.Arbitrary<unknown> {
  return build(schema, options, '')
}

function build(schema: $ZodType, options: InputOptions, name: string): fc.Arbitrary<unknown> {
  const {
    _zod: { def },
  } = schema as $ZodTypes
  const inner = (part: $ZodType) => build(part, options, name)
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape).map(([key, part]) => [key, build(part, options, key)] as const)
      return fc.record(Object.fromEntries(shape)).map((value) => withoutUndefined(value))
    }
    case 'optional':
      return options.isPlain === true ? fc.constant(undefined) : fc.option(inner(def.innerType), { nil: undefined, freq: 2 })
    case 'default':
    case 'catch':
      return inner(def.innerType)
    case 'nullable':
      return options.isPlain === true ? inner(def.innerType) : fc.option(inner(def.innerType), { nil: null, freq: 3 })
    case 'union':
      return oneOf(def.options.map(inner), options)
    case 'array': {
      const { least, most } = limitsOf(def.checks)
      const longest = Math.min(most, Math.max(least, 3))
      return fc.array(inner(def.element), {
        minLength: options.isPlain === true ? Math.max(least, Math.min(1, most)) : least,
        maxLength: longest,
      })
    }
    case 'record':
      return fc.dictionary(inner(def.keyType) as fc.Arbitrary<string>, inner(def.valueType), { maxKeys: 2 })
    case 'string':
      return textOf(schema as z.ZodMiniType, def.checks, options.identifiers?.[name])
    case 'number': {
      const { lowest, highest } = limitsOf(def.checks)
      // The end of a span, which comes after its beginning.
      const first = lowest + (/^(to|end)[A-Z]/.test(name) ? 1 : 0)
      return options.isPlain === true
        ? fc.constant(first)
        : fc.oneof(fc.constant(first), fc.integer({ min: Math.ceil(lowest), max: highest }))
    }
    case 'literal':
      return oneOf(
        def.values.map((value) => fc.constant(value)),
        options,
      )
    case 'enum':
      return oneOf(
        [...new Set(Object.values(def.entries))].map((value) => fc.constant(value)),
        options,
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'file':
      return fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => new File([bytes], 'sheet.xlsx'))
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`Inputs of ${def.type} cannot be made yet.`)
  }
}

function oneOf(choices: fc.Arbitrary<unknown>[], { isPlain }: InputOptions): fc.Arbitrary<unknown> {
  return isPlain === true ? (choices[0] ?? fc.constant(undefined)) : fc.oneof(...choices)
}

function textOf(
  schema: z.ZodMiniType,
  checks: readonly unknown[] | undefined,
  identifiers: readonly string[] | undefined,
): fc.Arbitrary<unknown> {
  const fitting = identifiers?.filter((text) => schema.safeParse(text).success) ?? []
  if (fitting.length > 0) return fc.constantFrom(...fitting)
  const { least, most } = limitsOf(checks)
  const words = WORDS.filter((word) => word.length >= least && word.length <= most)
  const pattern = patternOf(checks)
  const own = pattern === undefined ? undefined : matching(pattern)
  const random = fc.string({ minLength: least, maxLength: Math.min(most, least + 20), unit: 'grapheme' })
  const choices = own ?? (words.length === 0 ? random : fc.oneof(fc.constantFrom(...words), random))
  // One that fits, if there is one among ten: not every refinement can be met by luck.
  return fc
    .array(choices, { minLength: 10, maxLength: 10 })
    .map((texts) => texts.find((text) => schema.safeParse(text).success) ?? texts[0])
}

/** Texts by the pattern that they match: for a property of Unicode each of them looks through all characters there are. */
const known = new Map<string, fc.Arbitrary<string> | undefined>()

function matching(pattern: RegExp): fc.Arbitrary<string> | undefined {
  const name = String(pattern)
  if (!known.has(name)) known.set(name, newMatching(pattern))
  return known.get(name)
}

function newMatching(pattern: RegExp): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern.source.replaceAll('\\p{Cc}', '\\x00-\\x1f'), pattern.flags))
  } catch {
    return undefined
  }
}

function checksOf(checks: readonly unknown[] | undefined): $ZodChecks['_zod']['def'][] {
  return ((checks ?? []) as $ZodChecks[]).map(({ _zod: { def } }) => def)
}

function patternOf(checks: readonly unknown[] | undefined): RegExp | undefined {
  for (const def of checksOf(checks))
    if (def.check === 'string_format' && 'pattern' in def && def.pattern instanceof RegExp) return def.pattern
  return undefined
}

/** `least` and `most` are lengths, `lowest` and `highest` values. */
function limitsOf(checks: readonly unknown[] | undefined) {
  const limits = { least: 0, most: 64, lowest: 0, highest: Number.MAX_SAFE_INTEGER }
  for (const def of checksOf(checks)) {
    if (def.check === 'min_length') limits.least = def.minimum
    if (def.check === 'max_length') limits.most = def.maximum
    if (def.check === 'length_equals') limits.least = limits.most = def.length
    if (def.check === 'greater_than') limits.lowest = Number(def.value)
    if (def.check === 'less_than') limits.highest = Number(def.value)
  }
  return limits
}

function withoutUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined))
}
