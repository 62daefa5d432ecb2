import { queryOptions } from '@tanstack/react-query'
import { getOutbox } from './core.ts'

/** What waits in the outbox; the core says when it is something else (`follow-core.ts`). */
export const outboxQuery = queryOptions({ queryKey: ['outbox'], queryFn: getOutbox, staleTime: 0 })
