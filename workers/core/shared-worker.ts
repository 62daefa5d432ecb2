import { expose } from 'comlink'
import type { CoreApi } from '#contract/core-api.ts'
import { hostLockName, UNUSED_PORT_MS } from '#contract/core-host.ts'
import { browserPorts } from './browser-ports.ts'
import { BusEndpoints } from './bus-endpoints.ts'
import { Core } from './core.ts'

/** Tabs that came to a core that has stopped hear so from it in this time. */
const LINGER_MS = 5_000

/**
 * Entry of the core's worker, named `sightline-core <generation>`: a shared one, or where a browser has none the dedicated one
 * of the tab that hosts the core for all. Each tab has a port of its own, which is closed here when the tab is gone, whatever its browser makes of it.
 */
const scope = globalThis as unknown as SharedWorkerGlobalScope
const identity = { build: scope.location.pathname, generation: Number(scope.name.split(' ')[1] ?? 0) }
const core = new Core(browserPorts(), identity, () => setTimeout(() => scope.close(), LINGER_MS))

function serve(port: MessagePort): void {
  const unused = setTimeout(() => port.close(), UNUSED_PORT_MS)
  const attach: CoreApi['attach'] = (tab, listener) => {
    clearTimeout(unused)
    void navigator.locks.request(tab.lockName, { mode: 'shared' }, () => port.close())
    return core.api.attach(tab, listener)
  }
  expose({ ...core.api, attach }, port)
}

// A browser may keep a worker whose first page has gone before it came here: it ends without a tab as any other.
core.expectTab()
const isShared = 'onconnect' in scope
scope.addEventListener(isShared ? 'connect' : 'message', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  serve(port)
  core.expectTab()
})
if (!isShared) new BusEndpoints(hostLockName(identity.build, identity.generation), core.api).open()
