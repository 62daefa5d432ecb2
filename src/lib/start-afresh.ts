/** How long the service is waited for before the kept copies are given up for it. */
const LOOK_MS = 5_000

/**
 * Loads the page anew past the service worker, if the service can be reached and `mayGo`, which is asked after that, agrees; answers with false,
 * and does nothing, where not. The page registers the service worker again when it has started. `go`: how the page goes.
 */
export async function startAfresh(mayGo = () => true, go = () => location.reload()): Promise<boolean> {
  try {
    const { ok } = await fetch(import.meta.env.BASE_URL, {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(LOOK_MS),
    })
    if (!ok || !mayGo()) return false
    // The way past the service worker takes as long as the network: nobody types into a page that goes.
    document.documentElement.inert = true
    await (await navigator.serviceWorker.getRegistration())?.unregister()
  } catch {
    document.documentElement.inert = false
    return false
  }
  go()
  return true
}
