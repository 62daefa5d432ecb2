import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { ownProcess, ownProcessPage } from '#contract/own-process.ts'
import type { ServiceWorkerRequest } from '#contract/service-worker-api.ts'
import { giveMemoryBack } from '#shared/give-memory-back.ts'
import { handOnPorts } from './hand-on.ts'
import { showNotices } from './notices.ts'
import { otherPages, stationPage } from './pages.ts'
import { keepBrandingPictures } from './pictures.ts'

/**
 * The service worker: shell, chunks and branding pictures, so that the app opens without a network. Calls (the core keeps
 * answers) and media never pass through here: they match no route.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

// oxlint-disable-next-line no-underscore-dangle -- The name that the build fills in.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

registerRoute(new NavigationRoute(createHandlerBoundToURL('kiosk.html'), { allowlist: [stationPage] }))
const app = createHandlerBoundToURL('index.html')
// What is kept came without the header of that page.
registerRoute(
  new NavigationRoute(
    async (asked) => {
      const { body, status, headers } = await app(asked)
      return new Response(body, { status, headers: [...headers, [...ownProcess]] })
    },
    { allowlist: [ownProcessPage] },
  ),
)
// Every other address of the app is the shell's.
registerRoute(new NavigationRoute(app, { allowlist: [/^\/user(\/|$)/], denylist: otherPages }))

keepBrandingPictures()
// A new version waits until the person agrees: an update in the middle of an incident would take the pictures away.
self.addEventListener('message', (event) => {
  const request = event.data as ServiceWorkerRequest
  if ('type' in request) void self.skipWaiting()
  if (request.kind === 'is-yours') event.ports[0]?.postMessage(request.urls.every((url) => getCacheKeyForURL(url) !== undefined))
})
// A release is some hundred files, which have passed through this thread: on a screen it goes on for weeks.
self.addEventListener('activate', () => void giveMemoryBack('all').catch(() => undefined))
handOnPorts()
showNotices()
clientsClaim()
