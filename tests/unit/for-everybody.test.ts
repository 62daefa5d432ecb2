import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { registry } from '#contract/registry.ts'
import { isForEverybody, noteAccess } from '#src/data/core/for-everybody.ts'

const calls = Object.values(registry)
const isOpen = ({ access }: (typeof calls)[number]) => access.who === 'open'

describe('a change of session', () => {
  it('leaves the answers of open calls alone and no other', () => {
    const client = new QueryClient()
    for (const call of calls) {
      const queryFn = noteAccess(call, () => 1)
      client.getQueryCache().build(client, { queryKey: [call.path], queryFn })
    }
    client.removeQueries({ predicate: (query) => !isForEverybody(query) })
    const kept = client.getQueryCache().getAll()
    expect(new Set(kept.map(({ queryKey }) => queryKey[0]))).toEqual(new Set(calls.filter(isOpen).map(({ path }) => path)))
    expect(kept.length).toBeGreaterThan(10)
  })

  it('does not strand what is on its way to an open page', async () => {
    const client = new QueryClient()
    const call = registry.inviteCheck
    const answer = Promise.withResolvers<string>()
    const waiting = client.fetchQuery({ queryKey: ['link'], queryFn: noteAccess(call, () => answer.promise) })
    client.removeQueries({ predicate: (query) => !isForEverybody(query) })
    answer.resolve('whole')
    expect(await waiting).toBe('whole')
    expect(client.getQueryData(['link'])).toBe('whole')
  })
})
