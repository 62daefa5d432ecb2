import { expect, test } from 'vitest'
import { registry } from '#contract/registry.ts'
import type { Call } from '#contract/define-call.ts'
import { operationNames } from '#src/features/security/log-names.ts'

test('the operation logs have words for everything that can be changed', () => {
  const changing = Object.entries(registry as Record<string, Call>).filter(([, call]) => call.changes === true)
  const missing = changing.map(([name]) => name).filter((name) => !(name in operationNames))
  expect(missing, 'Add them to src/features/security/log-names.ts').toEqual([])
})
