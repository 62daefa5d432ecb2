import { watchActivity } from './activity.ts'
import { startCore } from './core.ts'
import { followCore } from './follow-core.ts'
import { registerServiceWorker } from './service-worker.ts'

/**
 * Starts everything below the screens: the core (the session is known afterwards), the listener that keeps queries fresh,
 * and the watch for idleness. Called once by `main.tsx`, before the router makes its first decision.
 */
export async function startData(): Promise<void> {
  followCore()
  await startCore()
  watchActivity()
  // Without it the app works, but does not open offline: a refusal (storage full, a private window) is no fault of the start.
  registerServiceWorker().catch(() => {})
}
