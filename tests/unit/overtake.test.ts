import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { overtake } from '#src/data/overtake.ts'

it('what a camera was told to do is not undone on the screen by a question that was asked before', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const query = queryOptions({ queryKey: ['camera'], staleTime: 0, queryFn: () => answers[asked++]!.promise })
  const refetch = () => client.refetchQueries(query)

  const first = client.fetchQuery(query)
  // The first answer is waited for, whatever is told meanwhile.
  overtake(client, query.queryKey, () => 'cruise')
  answers[0]?.resolve('still')
  await first
  const second = refetch()
  overtake(client, query.queryKey, (before) => `cruise after ${before}`)
  answers[1]?.resolve('still')
  await second
  expect(client.getQueryData(query.queryKey)).toBe('cruise after still')
  const third = refetch()
  answers[2]?.resolve('moving')
  await third
  expect(client.getQueryData(query.queryKey)).toBe('moving')
  expect(asked).toBe(3)
})
