import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts what a call has just said into the answer of a query that is asked again and again. A question on its way is called off: it may
 * have been answered before that call, and would bring back what was.
 */
export function overtake<T>(client: QueryClient, queryKey: DataTag<QueryKey, T, Error>, change: (known: T) => T): void {
  const known = client.getQueryData<T>(queryKey)
  if (known === undefined) return
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<T>(queryKey, change(known))
}
