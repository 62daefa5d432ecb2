import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'

/**
 * The service worker: shell, chunks and branding pictures, so that the app opens without a network. Calls (the core keeps
 * answers) and media never pass through here: they match no route.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const MOST_PICTURES = 20
const PICTURE_DAYS = 30

// oxlint-disable-next-line no-underscore-dangle -- The name that the build fills in.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Every address of the app is the shell's. The service worker's own script is none: browsers show it when asked to.
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { allowlist: [/^\/user(\/|$)/], denylist: [/^\/user\/sw\.js$/] }))

// Branding pictures. Links with a signature are for one moment and one person, and are not kept.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && url.pathname.startsWith('/objects/') && url.search === '' && request.destination === 'image',
  new StaleWhileRevalidate({
    cacheName: 'branding',
    plugins: [new ExpirationPlugin({ maxEntries: MOST_PICTURES, maxAgeSeconds: PICTURE_DAYS * 86_400, purgeOnQuotaError: true })],
  }),
)

// A new version waits until the person agrees: an update in the middle of an incident would take the pictures away.
self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting()
})
clientsClaim()
