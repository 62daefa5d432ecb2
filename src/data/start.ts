import { watchActivity } from './activity.ts'
import { startCore } from './core.ts'
import { followCore } from './follow-core.ts'

/**
 * Starts everything below the screens: the core (the session is known afterwards), the listener that keeps queries fresh,
 * and the watch for idleness. Called once by `main.tsx`, before the router makes its first decision.
 */
export async function startData(): Promise<void> {
  followCore()
  await startCore()
  watchActivity()
}
