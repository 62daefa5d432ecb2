import { limits } from '#contract/limits.ts'
import type { CallError } from './call-error.ts'

const listeners = new Set<(error: CallError) => void>()
const announcedAtMs = new Map<number, number>()

/**
 * Hears the errors that a person is to see, each at most once while its message stands. A `silent` code holds back the service's own text only
 * (rule 8.1): each has a sentence of ours. What ends the session is said by the sign-in page. For the one place that shows them.
 */
export function onCallError(listener: (error: CallError) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces an error that a caller got quietly. */
export function announce(error: CallError): void {
  const nowMs = Date.now()
  if (error.kind === 'logout' || nowMs - (announcedAtMs.get(error.code) ?? 0) < limits.messageShownMs) return
  announcedAtMs.set(error.code, nowMs)
  for (const listener of listeners) listener(error)
}
