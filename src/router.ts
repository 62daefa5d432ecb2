import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // The shared worker announces what changed; asking again on focus would only repeat it.
    queries: { staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

export const router = createRouter({
  routeTree,
  basepath: '/user',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
