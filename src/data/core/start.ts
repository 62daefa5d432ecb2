import { watchActivity } from '../person/activity.ts'
import { followUnread } from '../app/badge.ts'
import { followChoices } from '../person/choices.ts'
import { startCore } from './core.ts'
import { followCore } from './follow-core.ts'
import { followNoticePermission } from '../notices/desktop-notices.ts'
import { keepReady } from '../query/keep-ready.ts'
import { askToPersist } from '../app/persist-storage.ts'
import { registerServiceWorker, watchLoader } from '../app/service-worker.ts'

/**
 * Starts what is below the screen of a viewing station. Nobody is signed in there, and its page speaks with the service itself (`data/station`): it does without
 * the core, whose worker would take a tenth of the memory that such a page takes. What is kept is the permission of the screen. Called as `startData` is.
 */
export function startScreen(): void {
  watchLoader()
  navigator.storage?.persist?.().catch(() => {})
  registerServiceWorker().catch(() => {})
}

/**
 * Starts everything below the screens: the core (the session is known afterwards), the listener that keeps queries fresh,
 * and the watch for idleness. Called once by `main.tsx`, before the router makes its first decision.
 */
export async function startData(): Promise<void> {
  watchLoader()
  followCore()
  followUnread()
  await startCore()
  followChoices()
  watchActivity()
  followNoticePermission()
  askToPersist()
  keepReady()
  // Without it the app works, but does not open offline: a refusal (storage full, a private window) is no fault of the start.
  registerServiceWorker().catch(() => {})
}
