import type { ServiceWorkerNews } from '#contract/service-worker-api.ts'

/** Hears what the service worker says of one kind. Returns the way to stop. */
export function onServiceWorkerNews<K extends ServiceWorkerNews['kind']>(
  kind: K,
  listener: (news: Extract<ServiceWorkerNews, { kind: K }>) => void,
): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const hear = ({ data }: MessageEvent<ServiceWorkerNews | undefined>) => {
    if (data?.kind === kind) listener(data as Extract<ServiceWorkerNews, { kind: K }>)
  }
  navigator.serviceWorker.addEventListener('message', hear)
  // Without it messages are held back until the page has loaded all of itself.
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', hear)
}
