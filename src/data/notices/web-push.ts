import { queryOptions } from '@tanstack/react-query'
import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { noticeKeyGet } from '#contract/calls/notification/notice-key-get.ts'
import { noticeList } from '#contract/calls/notification/notice-list.ts'
import { noticeSubscribe } from '#contract/calls/notification/notice-subscribe.ts'
import { noticeTry, type PushOutcome } from '#contract/calls/notification/notice-try.ts'
import { noticeUnsubscribe } from '#contract/calls/notification/notice-unsubscribe.ts'
import { browserName } from '#shared/net/browser-name.ts'
import { keepStrictly, keptStrictly } from '../../lib/kept-strictly.ts'
import { ownRegistration } from '../../lib/own-registration.ts'
import { ask } from '../core/ask.ts'
import { CallError } from '../core/call-error.ts'
import { callCore, coreState } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { noticeState } from './desktop-notices.ts'
import { askForNotices } from './show-notice.ts'
import { onServiceWorkerNews } from './service-worker-news.ts'

/** Whose messages this browser takes: nobody else's, who signs in here later. */
const KEPT_UNDER = 'sightline.notices-of'
/** A message of a push service takes a second; one that has not come after this long is held back somewhere. */
const ARRIVES_WITHIN_MS = 20_000

/** Whether this browser can be told of something while the app is closed, and is. `none`: it cannot, or not here. */
export const pushState = proxy<{ kind: 'unknown' | 'none' | 'off' | 'on' }>({ kind: 'unknown' })

/** The browsers that tell this person of alarms. */
export const noticeDevicesQuery = queryOptions({ queryKey: ['notice-devices'], queryFn: ask(noticeList, undefined) })

function personId(): string | undefined {
  return coreState.session.kind === 'signed-in' ? coreState.session.user.userId : undefined
}

async function pushManager(): Promise<PushManager | undefined> {
  if (!('PushManager' in globalThis) || !noticeState.hasWorker) return undefined
  return (await ownRegistration).pushManager
}

/** Looks how it stands in this browser. */
export async function lookAtSubscription(): Promise<void> {
  const manager = await pushManager()
  if (manager === undefined) pushState.kind = 'none'
  else pushState.kind = (await manager.getSubscription()) !== null && (await keptStrictly(KEPT_UNDER)) === personId() ? 'on' : 'off'
}

/**
 * Has this browser told of alarms while the app is closed. To be called on a press: the browser may ask the person. `denied`: the person does not want
 * it; `failed`: the browser cannot reach its push service, or has none. Throws `CallError`.
 */
export async function subscribeHere(): Promise<'on' | 'denied' | 'none' | 'failed'> {
  if ((await askForNotices()) !== 'granted') return 'denied'
  const manager = await pushManager()
  if (manager === undefined) return 'none'
  const { publicKey } = await callCore(noticeKeyGet, undefined, { quiet: true })
  // One for another key, as after the service was set up anew, is of no use.
  const before = await manager.getSubscription()
  if (before !== null && keyOf(before.options.applicationServerKey) !== publicKey) await before.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch(() => undefined)
  if (subscription === undefined) return 'failed'
  await register(subscription)
  await keepStrictly(KEPT_UNDER, personId())
  await lookAtSubscription()
  return 'on'
}

/** The service forgets a browser of the person; if it is this one, it takes no more messages either. Throws `CallError`. */
export async function unsubscribe(noticeDeviceId: string, isThis: boolean): Promise<void> {
  await callCore(noticeUnsubscribe, { noticeDeviceId }, { quiet: true })
  if (isThis) await leave()
  await queryClient.invalidateQueries({ queryKey: noticeDevicesQuery.queryKey })
}

async function register(subscription: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  await callCore(noticeSubscribe, { endpoint: subscription.endpoint, p256dh, auth, browser: browserName(navigator) }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: noticeDevicesQuery.queryKey })
}

async function leave(): Promise<void> {
  await keepStrictly(KEPT_UNDER, undefined)
  const subscription = await (await pushManager())?.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
  await lookAtSubscription()
}

/**
 * Sends a message to a browser of the person, and waits for it if it is this one. `arrivedAfterMs`: how long it took from here to here; undefined when
 * it has not come. Throws `CallError`.
 */
export async function tryDevice(noticeDeviceId: string, isThis: boolean): Promise<{ outcome: PushOutcome; arrivedAfterMs?: number }> {
  const tag = `try ${crypto.randomUUID()}`
  const arrived = Promise.withResolvers<void>()
  const stop = onServiceWorkerNews('pushed', (news) => news.tag === tag && arrived.resolve())
  const beganMs = performance.now()
  try {
    const { outcome } = await callCore(noticeTry, { noticeDeviceId, tag }, { quiet: true })
    if (outcome === 'gone') await queryClient.invalidateQueries({ queryKey: noticeDevicesQuery.queryKey })
    if (!isThis || outcome !== 'taken') return { outcome }
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), ARRIVES_WITHIN_MS))
    if ((await Promise.race([arrived.promise, late])) === 'late') return { outcome }
    return { outcome, arrivedAfterMs: Math.round(performance.now() - beganMs) }
  } finally {
    stop()
  }
}

/** The session that this browser is told by may have ended, or the browser has another subscription: the service is told of it. */
async function bindAgain(): Promise<void> {
  await lookAtSubscription()
  if (pushState.kind !== 'on' || noticeState.permission !== 'granted') return
  const subscription = await (await pushManager())?.getSubscription()
  if (!subscription) return
  try {
    await register(subscription)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

/** Keeps the service's knowledge of this browser right, and lets it go when the person signs out. Called once, when the page is there. */
export function followSubscription(): () => void {
  const onSession = () => {
    if (coreState.session.kind === 'signed-out' && coreState.session.code === undefined) void leave()
  }
  void lookAtSubscription().then(
    async () => {
      if (pushState.kind !== 'on') return
      const { devices } = await queryClient.fetchQuery(noticeDevicesQuery)
      if (!devices.some(({ isThis }) => isThis)) await bindAgain()
    },
    () => {},
  )
  const stops = [
    subscribeKey(coreState, 'session', onSession),
    subscribeKey(noticeState, 'hasWorker', () => void lookAtSubscription()),
    onServiceWorkerNews('subscription-changed', () => void bindAgain()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function keyOf(key: ArrayBuffer | null): string {
  if (key === null) return ''
  return btoa(String.fromCodePoint(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
