import { QueryCache, QueryClient } from '@tanstack/react-query'
import { codesOf } from '#contract/errors.ts'
import { CallError } from '../core/call-error.ts'
import { announce } from '../core/announce.ts'
import { askCore } from '../core/core.ts'

/** Faults of the network: one message says them, for all queries of all tabs (rule 8.3). What is wrong from then on, the frame's line says. */
const networkFaults = codesOf('network-failure', 'timeout')

/**
 * The one query client. The core decides what happens without a network (`networkMode`), retries nothing that failed, and
 * says what changed (`follow-core.ts`), so that answers do not grow old by themselves for a long time.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (meta?.['isQuiet'] === true) return
      if (!(error instanceof CallError)) return
      if (!networkFaults.has(error.code)) announce(error)
      // Nobody reads what a hidden page says: another may say it.
      else if (!document.hidden) void askCore('isFaultNews', error.code).then((isNews) => isNews && announce(error))
    },
  }),
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, staleTime: 5 * 60_000, gcTime: 10 * 60_000, refetchOnReconnect: false },
    mutations: { networkMode: 'always', retry: false },
  },
})
