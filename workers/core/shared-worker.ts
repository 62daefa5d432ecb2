import { expose } from 'comlink'
import { browserPorts } from './browser-ports.ts'
import { Core } from './core.ts'

/**
 * Entry of the core's worker: `sightline-core <generation>` for the one that all tabs share, with the tab's id behind it
 * where a browser has no shared workers and each tab has a worker of its own (one of them then holds push and plugin).
 */
const scope = globalThis as unknown as SharedWorkerGlobalScope
const [, generation = '0', tabId = ''] = scope.name.split(' ')
const identity = { build: scope.location.pathname + tabId, generation: Number(generation) }
const core = new Core(browserPorts(), identity, () => scope.close())

if ('onconnect' in scope) {
  scope.addEventListener('connect', (event) => {
    const [port] = event.ports
    if (port !== undefined) expose(core.api, port)
  })
} else expose(core.api)
