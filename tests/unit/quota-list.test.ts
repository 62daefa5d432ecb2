import { expect, test } from 'vitest'
import { quotaList } from '#contract/calls/health/quota-list.ts'

test('shares of an organization are read where a newer service counts something that this version does not know', () => {
  const quota = (kind: string) => ({ kind, used: 1, most: 2, isDaily: false })
  const answer = { quotas: [quota('mail'), quota('robots'), quota('devices')], newUntilMs: null }
  expect(quotaList.output.parse(answer).quotas.map(({ kind }) => kind)).toEqual(['mail', null, 'devices'])
})
