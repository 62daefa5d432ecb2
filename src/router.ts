import { createRouter, type ParsedLocation } from '@tanstack/react-router'
import type { HiddenPage, MenuPage } from './ui/page/page-names.ts'
import { basepath } from './lib/path-within.ts'
import { queryClient } from './data/query/query-client.ts'
import { routeTree } from './routeTree.gen.ts'
import { Failed, Lost } from './features/frame/lost-pages.tsx'

/** Made once; `coreReady` resolves when the session is known, which every guard waits for. */
export function makeRouter(coreReady: Promise<void>) {
  const router = createRouter({
    routeTree,
    basepath,
    context: { queryClient, coreReady, shownLocation: (): ParsedLocation | undefined => router.state.resolvedLocation },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: Lost,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface HistoryState {
    /** The page that the person wanted and may not open. */
    refusedPage?: MenuPage | HiddenPage
  }
  interface StaticDataRouteOption {
    /** The page of the menu that this route is. */
    page?: MenuPage
    /** Only administrators may open it, though its page of the menu is for all. By this name others are told so. */
    forAdministrators?: HiddenPage
    /** A window of its own without the menu. */
    isBare?: boolean
  }
}
