import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { PluginState } from '#contract/core-api.ts'
import { askCore, callCore, coreState } from '../core/core.ts'

/** Opens and closes a socket to the plugin's port: where the browser asks for its permission, a page raises that question so. */
function knock(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    const done = () => {
      socket.close()
      resolve()
    }
    socket.addEventListener('open', done)
    socket.addEventListener('error', done)
  })
}

/**
 * Looks for the local plugin (again). Call it on a click: only a page can raise the browser's question for its local network,
 * the shared worker cannot.
 */
export async function connectPlugin(): Promise<PluginState> {
  if (coreState.plugin.kind === 'unloaded' && ['permission-needed', 'denied'].includes(coreState.plugin.reason)) {
    const { pluginPort } = await callCore(systemVersionGet, undefined)
    await knock(pluginPort)
  }
  return askCore('connectPlugin')
}
