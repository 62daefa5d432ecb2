/** How long the service is waited for before the kept copies are given up for it. */
const LOOK_MS = 5_000

/**
 * Loads the page anew past the service worker, if the service can be reached; answers with false, and does nothing, where it cannot. The page
 * registers the service worker again when it has started.
 */
export async function startAfresh(): Promise<boolean> {
  try {
    const { ok } = await fetch(import.meta.env.BASE_URL, {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(LOOK_MS),
    })
    if (!ok) return false
    await (await navigator.serviceWorker.getRegistration())?.unregister()
  } catch {
    return false
  }
  location.reload()
  return true
}
