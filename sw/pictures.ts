import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import type { ServiceWorkerRequest } from '#contract/service-worker-api.ts'

declare const self: ServiceWorkerGlobalScope

const MOST_PICTURES = 20
const PICTURE_DAYS = 30

const keep = new StaleWhileRevalidate({
  cacheName: 'branding',
  plugins: [new ExpirationPlugin({ maxEntries: MOST_PICTURES, maxAgeSeconds: PICTURE_DAYS * 86_400, purgeOnQuotaError: true })],
})

/** Links with a signature are for one moment and one person, and are not kept; but those of a branding are for everybody, and for long. */
function isBranding(url: URL): boolean {
  if (url.origin !== self.location.origin || !url.pathname.startsWith('/objects/')) return false
  return url.search === '' || /^\/objects\/(logos|branding)\//.test(url.pathname)
}

/** Keeps the branding pictures, those too that the first page loaded before this worker was there. */
export function keepBrandingPictures(): void {
  registerRoute(({ url, request }) => isBranding(url) && request.destination === 'image', keep)
  self.addEventListener('message', (event) => {
    const message = event.data as ServiceWorkerRequest
    if (message.kind !== 'keep-pictures') return
    const pictures = message.urls.filter((url) => isBranding(new URL(url)))
    event.waitUntil(Promise.allSettled(pictures.flatMap((url) => keep.handleAll({ event, request: new Request(url) }))))
  })
}
