import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts what a call has just said into the answer of a query, if that has one. A question on its way is asked anew: it may have been answered
 * before that call, and would bring back what was.
 */
export function overtake<T>(client: QueryClient, queryKey: DataTag<QueryKey, T, Error>, change: (known: T) => T): void {
  const known = client.getQueryData<T>(queryKey)
  if (known === undefined) return
  const isAsked = client.isFetching({ queryKey, exact: true }) > 0
  client.setQueryData<T>(queryKey, change(known))
  if (isAsked) void client.refetchQueries({ queryKey, exact: true })
}
