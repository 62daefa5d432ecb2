import type { Query } from '@tanstack/react-query'
import type { Call } from '#contract/define-call.ts'

/** The query functions whose calls are open: what they are answered hangs on no session. */
const openAsks = new WeakSet<object>()

/** Remembers of a query function whose call it makes. */
export function noteAccess<F extends object>({ access }: Pick<Call, 'access'>, asked: F): F {
  if (access.who === 'open') openAsks.add(asked)
  return asked
}

/**
 * Whether everybody is answered the same, signed in or not: such an answer stays when the session changes, also while it is on its way. A
 * query that is removed then never ends.
 */
export function isForEverybody({ options: { queryFn } }: Query): boolean {
  return typeof queryFn === 'function' && openAsks.has(queryFn)
}
