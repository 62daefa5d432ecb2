import type { ServiceWorkerNews } from '#contract/service-worker-api.ts'
import { MANY_TAG, NOTICE_RENEW_PATH, type WebPushPayload } from '#contract/web-push.ts'
import { writeRequest } from '#contract/write-request.ts'
import { isOfTheApp } from './pages.ts'

declare const self: ServiceWorkerGlobalScope

/** Newer than TypeScript's types. */
interface NoticeOptions extends NotificationOptions {
  timestamp?: number
  renotify?: boolean
}

/**
 * Shows what the service tells this browser while the app is closed, and opens the app where a notice is pressed, also one that a page has shown. Each
 * message is shown: browsers take the right away from who is told something and shows nothing.
 */
export function showNotices(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathOf(event.notification)))
  })
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as SubscriptionChange)))
}

async function show(data: PushMessageData | null): Promise<void> {
  const payload = data?.json() as WebPushPayload | undefined
  if (payload === undefined) return
  const { title, body, tag, path, isUrgent, language, atMs } = payload
  const options: NoticeOptions = {
    body,
    tag,
    lang: language,
    icon: new URL('icons/icon-192.png', self.registration.scope).href,
    data: { path },
    timestamp: atMs,
    requireInteraction: isUrgent,
    // Several alarms are another message than the several before them; one alarm is the one that a page may have shown already.
    renotify: tag === MANY_TAG,
  }
  await self.registration.showNotification(title, options)
  if (payload.kind === 'alarm') await showUnread(payload.unread)
  await tell({ kind: 'pushed', tag })
}

/** On the icon of the installed app, where no page sees to it. Browsers that know no badge are no worse for it. */
async function showUnread(count: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => {})
}

function pathOf({ data }: Notification): string {
  const path = (data as { path?: unknown } | null)?.path
  return typeof path === 'string' && path.startsWith('/') ? path : '/alerts'
}

/** In the window of the app that is looked at, or was last; else in a new one. */
async function open(path: string): Promise<void> {
  const windows = (await self.clients.matchAll({ type: 'window' })).filter(isOfTheApp)
  const client =
    windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (client === undefined) {
    await self.clients.openWindow(new URL(path.slice(1), self.registration.scope))
    return
  }
  // The page goes there by itself: nothing is loaded anew, and what was typed stays.
  client.postMessage({ kind: 'open-path', path } satisfies ServiceWorkerNews)
  await client.focus().catch(() => {})
}

/** Not in TypeScript's types. */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Subscribes anew with the same key, and tells the service, with no page at hand: the old subscription's secret says which browser this is. Pages that are open hear of it, too. */
async function renew({ oldSubscription: before, newSubscription }: SubscriptionChange): Promise<void> {
  const subscription = newSubscription ?? (before && (await self.registration.pushManager.subscribe(before.options)))
  await tell({ kind: 'subscription-changed' })
  if (!before || !subscription) return
  const { endpoint, auth } = keysOf(before)
  const names = { id: crypto.randomUUID(), nonce: crypto.randomUUID(), nowMs: Date.now() }
  const body = writeRequest({ before: { endpoint, auth }, subscription: keysOf(subscription) }, names)
  // What does not reach the service now is told by the next page that is opened.
  await fetch(NOTICE_RENEW_PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body, credentials: 'omit' }).catch(
    () => {},
  )
}

function keysOf(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  return { endpoint: subscription.endpoint, p256dh, auth }
}

async function tell(news: ServiceWorkerNews): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(news)
}
