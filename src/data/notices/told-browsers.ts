import { noticeKeyGet } from '#contract/calls/notification/notice-key-get.ts'
import { noticeTry, type PushOutcome } from '#contract/calls/notification/notice-try.ts'
import { noticeUnsubscribe } from '#contract/calls/notification/notice-unsubscribe.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { onServiceWorkerNews } from './service-worker-news.ts'
import { askForNotices } from './show-notice.ts'
import { keepOwner, leave, noticeDevicesQuery, pushManager, register } from './web-push.ts'

/** A message of a push service takes a second; one that has not come after this long is held back somewhere. */
const ARRIVES_WITHIN_MS = 20_000

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
  await keepOwner()
  return 'on'
}

/** The service forgets a browser of the person; if it is this one, it takes no more messages either. Throws `CallError`. */
export async function unsubscribe(noticeDeviceId: string, isThis: boolean): Promise<void> {
  await callCore(noticeUnsubscribe, { noticeDeviceId }, { quiet: true })
  if (isThis) await leave()
  await queryClient.invalidateQueries({ queryKey: noticeDevicesQuery.queryKey })
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

function keyOf(key: ArrayBuffer | null): string {
  if (key === null) return ''
  return btoa(String.fromCodePoint(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
