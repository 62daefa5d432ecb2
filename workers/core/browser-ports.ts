import { browserDownloadFiles, writesAtOnce } from '../store/download-files.ts'
import { LentFiles } from '../store/lent-files.ts'
import { openStore } from '../store/store.ts'
import type { Ports } from './ports.ts'
import { systemClock } from './system-clock.ts'
import { upload } from './upload.ts'

const BUS = 'sightline-core'
/** Loopback pages reach loopback ports unasked; for others the browser has a permission, under one of these names. */
const PERMISSIONS = ['loopback-network', 'local-network-access'] as const

async function pluginPermission(origin: string): Promise<PermissionState> {
  if (['localhost', '127.0.0.1'].includes(new URL(origin).hostname)) return 'granted'
  for (const name of PERMISSIONS) {
    try {
      // Newer than TypeScript's list of names.
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // This browser does not know the name.
    }
  }
  return 'granted'
}

/** The outside of the core in a browser's worker. */
export function browserPorts(): Ports {
  const { origin } = location
  const channel = new BroadcastChannel(BUS)
  return {
    origin,
    clock: systemClock,
    fetch: (url, init) => fetch(url, init),
    upload,
    openSocket: (url) => new WebSocket(url),
    locks: navigator.locks,
    bus: {
      post: (message) => channel.postMessage(message),
      listen: (listener) => channel.addEventListener('message', (event) => listener(event.data)),
      close: () => channel.close(),
    },
    store: openStore(),
    downloadFiles: writesAtOnce() ? browserDownloadFiles : new LentFiles(browserDownloadFiles, systemClock),
    isMac: navigator.platform.startsWith('Mac'),
    pluginPermission: () => pluginPermission(origin),
    raisesQuestions: !('onconnect' in globalThis),
    onNetwork: (listener) => {
      addEventListener('online', listener)
      // Not in every browser.
      if ('connection' in navigator) (navigator.connection as EventTarget).addEventListener('change', listener)
    },
  }
}
