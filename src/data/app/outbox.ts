import { queryOptions } from '@tanstack/react-query'
import { askCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** What waits in the outbox; the core says when it is something else (`follow-core.ts`). */
export const outboxQuery = queryOptions({ queryKey: ['outbox'], queryFn: () => askCore('outbox'), staleTime: 0 })

/** Drops a change. What showed it as done, such as the person's name, shows again what the service has. */
export async function dropChange(id: string): Promise<void> {
  await askCore('discardChange', id)
  await queryClient.invalidateQueries()
}
