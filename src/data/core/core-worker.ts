import * as Comlink from 'comlink'
import type { CoreApi } from '#contract/core-api.ts'
// oxlint-disable-next-line import/default -- Vite makes this export: the address of the built worker.
import workerUrl from '#workers/core/shared-worker.ts?worker&url'
import { appUrl } from '../../lib/trusted-types.ts'
import { reachHost, takePorts } from './core-host.ts'
import { hostLockName, UNUSED_PORT_MS, type JoiningTab } from '#contract/core-host.ts'

/** The build that this page is of: the path of its worker's script, which carries a hash of what is in it. */
export const build = new URL(workerUrl, location.href).pathname

/** The way to a core. `lost` resolves when it is known to be gone before anybody asked it. */
export interface CoreWay {
  remote: Comlink.Remote<CoreApi>
  lost: Promise<void>
}

const never = new Promise<void>(() => {})

function workerName(generation: number): string {
  return `sightline-core ${generation}`
}

let early: { generation: number; port: MessagePort; openedMs: number } | undefined

/** Starts the shared worker of this generation ahead of the page that will ask for it. */
export function startEarly(generation: number): void {
  if ('SharedWorker' in globalThis) early = { generation, port: openSharedWorker(generation), openedMs: performance.now() }
}

/** The port that was opened ahead, if it is one to this generation and the worker surely has it still. */
function earlyPort(generation: number): MessagePort | undefined {
  const opened = early
  early = undefined
  if (opened?.generation === generation && performance.now() - opened.openedMs < UNUSED_PORT_MS / 2) return opened.port
  opened?.port.close()
  return undefined
}

/**
 * The way to the core of this generation, which is started if nobody has yet: a shared worker; where there is none, a worker of
 * the tab that holds the host's lock, for as long as this tab wants it (`end`).
 */
export async function findCore(generation: number, tab: JoiningTab, end: AbortSignal): Promise<CoreWay> {
  if ('SharedWorker' in globalThis) {
    return { remote: Comlink.wrap(earlyPort(generation) ?? openSharedWorker(generation)), lost: never }
  }
  const host = hostLockName(build, generation)
  const own = await hostCore(host, generation, end)
  if (own !== undefined) return { remote: Comlink.wrap(own), lost: never }
  const lost = navigator.locks.request(host, { mode: 'shared', signal: end }, () => {}).catch(() => {})
  return { remote: await Promise.race([reachHost(host, tab, end), lost.then(() => Promise.reject(new Error('the host is gone')))]), lost }
}

function openSharedWorker(generation: number): MessagePort {
  // Kept over a reload of the last tab, where the browser knows how (not in TypeScript's types yet). Not while developing:
  // there a reload is to bring the new code.
  const options: WorkerOptions & { extendedLifetime: boolean } = {
    type: 'module',
    name: workerName(generation),
    extendedLifetime: import.meta.env.PROD,
  }
  return new SharedWorker(appUrl(workerUrl), options).port
}

/**
 * Hosts the core if no other tab does. In a worker: timers of hidden pages are throttled, those of their workers are not.
 * Answers with a port to it.
 */
function hostCore(host: string, generation: number, end: AbortSignal): Promise<MessagePort | undefined> {
  return new Promise((resolve) => {
    void navigator.locks.request(host, { ifAvailable: true }, async (lock) => {
      if (lock === null || end.aborted) return resolve(undefined)
      const worker = new Worker(appUrl(workerUrl), { type: 'module', name: workerName(generation) })
      const take = (port: MessagePort) => worker.postMessage(null, [port])
      const { port1, port2 } = new MessageChannel()
      take(port2)
      takePorts(host, take, end)
      resolve(port1)
      await new Promise((ended) => end.addEventListener('abort', ended))
      worker.terminate()
    })
  })
}
