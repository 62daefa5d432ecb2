import * as Comlink from 'comlink'
import { messageSW } from 'workbox-window'
import type { CoreApi } from '#contract/core-api.ts'
import { busChannelName, quietOnceClosed, type JoiningTab, type CorePort } from '#contract/core-host.ts'
import type { ServiceWorkerRequest } from '#contract/service-worker-api.ts'
import { ownRegistration } from '../../lib/own-registration.ts'

/** A port that is answered at all is answered in this time, also while the host's worker is still starting. */
const PORT_TIMEOUT_MS = 2_000
/** Pause between knocks at the bus, which nobody hears before the host's worker has started. */
const KNOCK_EVERY_MS = 250
const ADDRESS = ' at '

/**
 * Hands the ports of other tabs to the core that this page hosts under the lock `host`, and says where it is found: a second
 * lock has this page's id in its name, for as long as the page hosts. Browsers' own list of locks does not tell the id.
 */
export function takePorts(host: string, take: (port: MessagePort) => void, end: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const onMessage = ({ data, ports }: MessageEvent) => {
    const [port] = ports
    const message = data as Partial<CorePort>
    if (port !== undefined && message.kind === 'core-port' && message.host === host) take(port)
  }
  serviceWorker.addEventListener('message', onMessage, { signal: end })
  serviceWorker.startMessages()
  void activeRegistration(serviceWorker).then(async ({ active }) => {
    if (active === null) return
    const request: ServiceWorkerRequest = { kind: 'who-am-i' }
    const id: unknown = await messageSW(active, request)
    const untilEnd = () => new Promise((resolve) => end.addEventListener('abort', resolve))
    if (typeof id === 'string' && !end.aborted) void navigator.locks.request(host + ADDRESS + id, untilEnd)
  })
}

/**
 * The registration that has an active service worker. Chromium 156 never settles `ready` for a page that asks for it while its registration is on
 * the way out: when the page registers, that one is back, and active already.
 */
function activeRegistration({ ready }: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  return Promise.race([ready, ownRegistration.then((own) => (own.active === null ? ready : own))])
}

/** The way to the core that another tab hosts: over a port that the service worker hands on, else over the bus. */
export async function reachHost(host: string, tab: JoiningTab, end: AbortSignal): Promise<Comlink.Remote<CoreApi>> {
  const port = await portTo(host)
  if (port === undefined) return overBus(host, tab, end)
  const remote = Comlink.wrap<CoreApi>(port)
  if (await answers(remote, PORT_TIMEOUT_MS)) return remote
  port.close()
  return overBus(host, tab, end)
}

async function portTo(host: string): Promise<MessagePort | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  const { held = [] } = await navigator.locks.query()
  const address = held.map(({ name = '' }) => name).find((name) => name.startsWith(host + ADDRESS))
  if (!registration?.active || address === undefined) return undefined
  const { port1, port2 } = new MessageChannel()
  const request: ServiceWorkerRequest = { kind: 'hand-on', to: address.slice((host + ADDRESS).length), host }
  registration.active.postMessage(request, [port2])
  return port1
}

async function answers(remote: Comlink.Remote<CoreApi>, withinMs: number): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, withinMs)
  })
  return (await Promise.race([remote.ping(), late])) !== undefined
}

async function overBus(host: string, tab: JoiningTab, end: AbortSignal): Promise<Comlink.Remote<CoreApi>> {
  const name = busChannelName(host, tab.tabId)
  const calls = quietOnceClosed(new BroadcastChannel(name))
  const door = new BroadcastChannel(host)
  end.addEventListener('abort', () => calls.close())
  sendCallbacksBy(name, end)
  const remote = Comlink.wrap<CoreApi>(calls)
  do door.postMessage({ tabId: tab.tabId, lockName: tab.lockName } satisfies JoiningTab)
  while (!end.aborted && !(await answers(remote, KNOCK_EVERY_MS)))
  door.close()
  return remote
}

/** Ports cannot be transferred over the bus: until `end` each callback gets a channel of its own, and its name is sent. */
function sendCallbacksBy(name: string, end: AbortSignal): void {
  const byPort = Comlink.transferHandlers.get('proxy')
  if (byPort === undefined) return
  let count = 0
  Comlink.transferHandlers.set('proxy', {
    ...byPort,
    serialize: (callback: unknown) => {
      const channel = quietOnceClosed(new BroadcastChannel(`${name} ${(count += 1)}`))
      end.addEventListener('abort', () => channel.close())
      Comlink.expose(callback, channel)
      return [channel.name, []]
    },
  })
  end.addEventListener('abort', () => Comlink.transferHandlers.set('proxy', byPort))
}
