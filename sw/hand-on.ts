import type { CorePort } from '#contract/core-host.ts'
import type { ServiceWorkerRequest } from '#contract/service-worker-api.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Lets pages find each other where there is no shared worker: a page learns its own id, and a port goes on to the page with
 * the id named. Nothing is remembered here: the browser may end this worker between any two messages.
 */
export function handOnPorts(): void {
  self.addEventListener('message', (event) => {
    const request = event.data as ServiceWorkerRequest
    if (request.kind === 'who-am-i') event.ports[0]?.postMessage((event.source as Client | null)?.id)
    if (request.kind === 'hand-on') event.waitUntil(handOn(request.to, { kind: 'core-port', host: request.host }, event.ports))
  })
}

async function handOn(to: string, message: CorePort, ports: readonly MessagePort[]): Promise<void> {
  const client = await self.clients.get(to)
  client?.postMessage(message, [...ports])
}
