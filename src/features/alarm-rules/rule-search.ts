import { ruleKinds } from '#contract/calls/event/rule-kinds.ts'

/** What of the list of rules stands in the address. */
export interface RuleSearch {
  search?: string | undefined
  kind?: (typeof ruleKinds)[number] | undefined
  /** The rule that is open: `NEW_RULE` for one that is made. */
  rule?: string | undefined
  /** Of a rule that is made: the one that it begins as. */
  like?: string | undefined
}

export const NEW_RULE = 'new'
const ID_LENGTH = 64

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, ID_LENGTH) : undefined
}

export function readRuleSearch(search: Record<string, unknown>): RuleSearch {
  return {
    search: textOf(search['search']),
    kind: ruleKinds.find((kind) => kind === search['kind']),
    rule: textOf(search['rule']),
    like: textOf(search['like']),
  }
}
