import { transfer } from 'comlink'
// oxlint-disable-next-line import/default -- Vite makes this export: the address of the built worker.
import workerUrl from '#workers/store/files-worker.ts?worker&url'
import { appUrl } from '../../lib/trusted-types.ts'

/**
 * Lends the core a worker that writes files at once, until the core gives it back or this tab is gone. `lend` gives it the port; when that fails, or the worker
 * does not start, as where its script is of a release that is gone, there is none.
 */
export function lendFiles(lend: (port: MessagePort) => Promise<void>): void {
  const worker = new Worker(appUrl(workerUrl), { type: 'module', name: 'sightline-files' })
  const end = () => worker.terminate()
  worker.addEventListener('error', end)
  worker.addEventListener(
    'message',
    () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage(undefined, [port1])
      lend(transfer(port2, [port2])).catch(end)
    },
    { once: true },
  )
}
