import { proxy } from 'valtio'
import { appUrl } from '../lib/trusted-types.ts'

/** How often a page that is never reloaded looks for a new version. */
const CHECK_EVERY_MS = 60 * 60_000

/** `ready`: a new version is installed and waits for `applyUpdate()`. For the hint that offers it. */
export const updateState = proxy<{ kind: 'none' | 'ready' | 'applying' }>({ kind: 'none' })

let registration: ServiceWorkerRegistration | undefined

function look(found: ServiceWorkerRegistration): void {
  // Without a controller this is the first installation, which nobody has to agree to.
  if (found.waiting !== null && navigator.serviceWorker.controller !== null) updateState.kind = 'ready'
}

/** Lets the waiting version take over; every tab of the app then reloads by itself. */
export function applyUpdate(): void {
  if (updateState.kind !== 'ready') return
  updateState.kind = 'applying'
  registration?.waiting?.postMessage('skip-waiting')
}

/** Registers the service worker of a built app and looks for new versions from then on. Called once, at the start. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let hadController = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadController) location.reload()
    hadController = true
  })
  // The browser's own call: workbox-window's does not pass the Trusted Types policy.
  const found = await navigator.serviceWorker.register(appUrl(`${import.meta.env.BASE_URL}sw.js`), { scope: import.meta.env.BASE_URL })
  registration = found
  look(found)
  found.addEventListener('updatefound', () => {
    const { installing } = found
    installing?.addEventListener('statechange', () => look(found))
  })
  let checkedAtMs = Date.now()
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < CHECK_EVERY_MS) return
    checkedAtMs = Date.now()
    // Out of reach now; the next look will tell.
    found.update().catch(() => {})
  }
  setInterval(check, CHECK_EVERY_MS / 4)
  document.addEventListener('visibilitychange', check)
}
