import type { $ZodIssue } from 'zod/v4/core'
import type { Call } from '#contract/define-call.ts'
import type { ErrorName } from '#contract/errors.ts'
import type { RuleProblem } from '#contract/rules.ts'
import { CallFault } from '../calls/call-fault.ts'

/** Problems that have an error of their own. */
const ownErrors = new Map<string | undefined, ErrorName>([['range-too-long' satisfies RuleProblem, 'range-too-long']])

/**
 * What the call's schema makes of its input. Fails with the parameter error of the call's family, or with the code of the problem, naming the
 * first field that was refused.
 */
export function parseInput(call: Call, data: unknown): unknown {
  const parsed = call.input.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue === undefined ? '' : pathOf(issue, data).map(String).join('.')
  const familyError = /^\/vms\/(tob\/)?user\//.test(call.path) ? 'account-parameter-error' : 'parameter-error'
  throw new CallFault(ownErrors.get(issue?.message) ?? familyError, { field: field === '' ? 'data' : field })
}

/** Where an issue is; in a choice of shapes, where it is in the one that the data lacks least of. */
function pathOf(issue: $ZodIssue, data: unknown): PropertyKey[] {
  if (issue.code !== 'invalid_union') return issue.path
  const here = valueAt(data, issue.path)
  const lack = (issues: readonly $ZodIssue[]) => issues.filter(({ path }) => valueAt(here, path) === undefined).length
  const [nearest] = issue.errors.toSorted((one, other) => lack(one) - lack(other) || one.length - other.length)
  const [first] = nearest ?? []
  return first === undefined ? issue.path : [...issue.path, ...pathOf(first, here)]
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), data)
}
