import { subscribeKey } from 'valtio/utils'
import { coreState } from '../core/core.ts'

/**
 * Asks the browser, when somebody is signed in, not to clear what this app keeps for want of space; some browsers then ask the
 * person. Only a page can ask, a worker cannot. Called once, at the start.
 */
export function askToPersist(): void {
  let isAsked = false
  const ask = () => {
    if (isAsked || coreState.session.kind !== 'signed-in') return
    isAsked = true
    // Refused or not known here: what is kept may then be cleared, which the app bears.
    navigator.storage?.persist?.().catch(() => {})
  }
  subscribeKey(coreState, 'session', ask)
  ask()
}
