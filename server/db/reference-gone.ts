import { AsyncLocalStorage } from 'node:async_hooks'
import { CallFault } from '../calls/call-fault.ts'

/** Of PostgreSQL and of SQLite: what a row refers to is not there. */
const POSTGRES_FOREIGN_KEY = '23503'
const SQLITE_FOREIGN_KEY = 787

/** Whether a statement failed because what it refers to is not there any more. */
function isReferenceGone(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const { code, errcode } = fault as Error & { code?: unknown; errcode?: unknown }
  return code === POSTGRES_FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY
}

/** Of what is under way by `againWhenGone`: whether something of it has left the service. */
const underWay = new AsyncLocalStorage<{ hasLeft: boolean }>()

/**
 * To be called before an order leaves for a device: no transaction takes it back, and it must not leave twice. What is asked of the payment
 * provider may be asked again: it does that once for each payment.
 */
export function leavesForGood(): void {
  const work = underWay.getStore()
  if (work !== undefined) work.hasLeft = true
}

/**
 * Does what somebody asked for; once more when what it is about was deleted between the look at it and what is written of it. The second
 * look finds that it is missing, and says so in the words that there are for it. What has had an effect outside the service is not done
 * again: it fails with not-found.
 */
export async function againWhenGone<T>(work: () => Promise<T>): Promise<T> {
  const doing = { hasLeft: false }
  try {
    return await underWay.run(doing, work)
  } catch (fault) {
    if (!isReferenceGone(fault)) throw fault
    if (doing.hasLeft) throw new CallFault('not-found')
    return work()
  }
}
