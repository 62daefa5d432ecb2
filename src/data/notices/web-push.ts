import { queryOptions } from '@tanstack/react-query'
import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { noticeList } from '#contract/calls/notification/notice-list.ts'
import { noticeSubscribe } from '#contract/calls/notification/notice-subscribe.ts'
import { browserName } from '#shared/net/browser-name.ts'
import { keepStrictly, keptStrictly } from '../../lib/kept-strictly.ts'
import { ownRegistration } from '../../lib/own-registration.ts'
import { ask } from '../core/ask.ts'
import { CallError } from '../core/call-error.ts'
import { callCore, coreState } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { noticeState } from './desktop-notices.ts'
import { onServiceWorkerNews } from './service-worker-news.ts'

/** Whose messages this browser takes: nobody else's, who signs in here later. */
const KEPT_UNDER = 'sightline.notices-of'
/** Whether this browser can be told of something while the app is closed, and is. `none`: it cannot, or not here. */
export const pushState = proxy<{ kind: 'unknown' | 'none' | 'off' | 'on' }>({ kind: 'unknown' })

/** The browsers that tell this person of alarms. */
export const noticeDevicesQuery = queryOptions({ queryKey: ['notice-devices'], queryFn: ask(noticeList, undefined) })

function personId(): string | undefined {
  return coreState.session.kind === 'signed-in' ? coreState.session.user.userId : undefined
}

/** Where this browser can be told at all. */
export async function pushManager(): Promise<PushManager | undefined> {
  if (!('PushManager' in globalThis) || !noticeState.hasWorker) return undefined
  return (await ownRegistration).pushManager
}

/** Looks how it stands in this browser. */
export async function lookAtSubscription(): Promise<void> {
  const manager = await pushManager()
  if (manager === undefined) pushState.kind = 'none'
  else pushState.kind = (await manager.getSubscription()) !== null && (await keptStrictly(KEPT_UNDER)) === personId() ? 'on' : 'off'
}

/** Tells the service of a subscription of this browser. Throws `CallError`. */
export async function register(subscription: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  await callCore(noticeSubscribe, { endpoint: subscription.endpoint, p256dh, auth, browser: browserName(navigator) }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: noticeDevicesQuery.queryKey })
}

/** What comes here from now on is for who is signed in. */
export async function keepOwner(): Promise<void> {
  await keepStrictly(KEPT_UNDER, personId())
  await lookAtSubscription()
}

/** This browser takes no more messages. */
export async function leave(): Promise<void> {
  await keepStrictly(KEPT_UNDER, undefined)
  const subscription = await (await pushManager())?.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
  await lookAtSubscription()
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
