import './ui/theme/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data/query/query-client.ts'
import { coreState } from './data/core/core.ts'
import { startData, startScreen } from './data/core/start.ts'
import { keepLanguage } from './data/person/kept-language.ts'
import { onServiceWorkerNews } from './data/notices/service-worker-news.ts'
import { onLaunch } from './lib/launch-queue.ts'
import { basepath, hrefOf, isScreen, pathWithin } from './lib/path-within.ts'
import { makeRouter } from './router.ts'
import { followLanguage, keepLanguageBy, languageAtStart, loadTexts, settleLanguage, showLanguage } from './ui/text/i18n.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element.')

followLanguage()
keepLanguageBy(keepLanguage)
/** The session is known, and with it the language. */
async function start(): Promise<void> {
  if (isScreen(location.pathname.slice(basepath.length))) return startScreen()
  await startData()
  const { language, session } = coreState
  await settleLanguage(language, session.kind === 'signed-in' ? session.user.language : undefined)
}
const router = makeRouter(start())
// While the core starts, the page's own code is loaded: its guard waits for the session.
// By the router's own location: the browser's begins with the base path, which matches no route.
const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
// The router keeps to itself that a chunk is missing, and shows it; the loader tells.
const missed = new Promise<never>((_resolve, reject) => {
  addEventListener('vite:preloadError', ({ payload }) => reject(payload), { once: true })
})
/** Resolves when the page at this address has its code, rejects when a part of it could not be loaded. */
export const firstPage = Promise.race([missed, Promise.all(matchedRoutes.map(async (route) => router.loadRouteChunk(route)))])
function openPath(text: string): void {
  const path = pathWithin(text)
  if (path !== undefined) void router.navigate({ href: hrefOf(path) })
}
onLaunch(({ pathname, search }) => openPath(pathname.slice(basepath.length) + search))
onServiceWorkerNews('open-path', ({ path }) => openPath(path))

void loadTexts(router.latestLocation.pathname)
await showLanguage(languageAtStart())
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
