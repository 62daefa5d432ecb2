import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/define-call.ts'
import { registry } from '#contract/registry.ts'
import { searchRange, timeMs } from '#contract/rules.ts'
import { arbitraryInput } from '#tests/support/registry/arbitrary-input.ts'

const DAY_MS = 86_400_000
const MOST_MS = 31 * DAY_MS
const startMs = Date.UTC(2026, 10, 1)

/** The message of what is wrong, as forms and the service's answer have it; `undefined` when nothing is. */
function problem(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

/** Where each call that searches a span of time has its ends. */
const spans: Record<string, readonly [start: string, end: string, within?: string]> = {
  opLogsList: ['fromMs', 'untilMs'],
  eventSearchList: ['fromMs', 'toMs'],
  eventExport: ['fromMs', 'toMs'],
  eventVideoSearch: ['fromMs', 'toMs'],
  alarmSearch: ['fromMs', 'toMs'],
  alarmSearchList: ['fromMs', 'toMs'],
  archivesList: ['startMs', 'endMs', 'dateRange'],
  cloudStorageDownloadTokenGet: ['startMs', 'endMs'],
}
/** What is made of a span has rules of its own. */
const otherSpans = ['archivesCreate', 'healthKnow', 'recordedPartCreate', 'recordedPartEstimate']

const calls = Object.entries(registry as Readonly<Record<string, Call>>)

/** Names of all fields, also of those within others. */
function fieldsOf(schema: unknown): string[] {
  const {
    _zod: { def },
  } = schema as { _zod: { def: { shape?: Record<string, unknown>; innerType?: unknown } } }
  if (def.innerType !== undefined) return fieldsOf(def.innerType)
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)])
}

describe('a span of time that is searched', () => {
  const range = z.object({ fromMs: timeMs, toMs: z.optional(timeMs) }).check(...searchRange('fromMs', 'toMs'))

  it('is of any length up to 31 days, and a millisecond more is too long', () => {
    fc.assert(fc.property(fc.nat(MOST_MS), (lengthMs) => problem(range, { fromMs: startMs, toMs: startMs + lengthMs }) === undefined))
    expect(problem(range, { fromMs: startMs, toMs: startMs + MOST_MS })).toBeUndefined()
    expect(problem(range, { fromMs: startMs, toMs: startMs + MOST_MS + 1 })).toBe('range-too-long')
    expect(problem(range, { fromMs: startMs })).toBeUndefined()
  })

  it('does not end before it begins, which is said of its end', () => {
    expect(problem(range, { fromMs: startMs, toMs: startMs })).toBeUndefined()
    expect(range.safeParse({ fromMs: startMs, toMs: startMs - 1 }).error?.issues).toMatchObject([
      { message: 'ends-before-start', path: ['toMs'] },
    ])
  })

  it.each(Object.entries(spans))('has this rule in %s', (name, [start, end, within]) => {
    const { input } = registry[name as keyof typeof registry] as Call
    const [plain] = fc.sample(arbitraryInput(input, { isPlain: true }), { seed: 1, numRuns: 1 })
    const found = (lengthMs: number) => {
      const span = { [start]: startMs, [end]: startMs + lengthMs }
      return problem(input, { ...(plain as object), ...(within === undefined ? span : { [within]: span }) })
    }
    expect([-1, 0, MOST_MS, MOST_MS + 1].map(found)).toEqual(['ends-before-start', undefined, undefined, 'range-too-long'])
  })

  it('is searched by no other call', () => {
    const ends = ['toMs', 'untilMs', 'endMs']
    const named = calls.filter(([, { input }]) => ends.some((end) => fieldsOf(input).includes(end))).map(([name]) => name)
    expect(named.toSorted()).toEqual([...Object.keys(spans), ...otherSpans].toSorted())
  })
})
