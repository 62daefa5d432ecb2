import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { overtake } from '#src/data/core/overtake.ts'

it('what a person has just changed is not undone on the screen by a question that was asked before; that one is asked anew', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<string>())
  let asked = 0
  const query = queryOptions({ queryKey: ['camera'], staleTime: 0, queryFn: () => answers[asked++]!.promise })
  const shown = () => client.getQueryData(query.queryKey)

  const first = client.fetchQuery(query)
  // The first answer is waited for, whatever is told meanwhile.
  overtake(client, query.queryKey, () => 'cruise')
  answers[0]?.resolve('still')
  await first
  overtake(client, query.queryKey, (before) => `cruise after ${before}`)
  expect([shown(), asked]).toEqual(['cruise after still', 1])

  const second = client.refetchQueries(query)
  overtake(client, query.queryKey, () => 'preset 3')
  expect([shown(), asked]).toEqual(['preset 3', 3])
  answers[1]?.resolve('cruise after still')
  await answers[1]?.promise
  expect(shown()).toBe('preset 3')
  answers[2]?.resolve('preset 3, arrived')
  await second
  expect(shown()).toBe('preset 3, arrived')
})
