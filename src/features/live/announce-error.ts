import { announce } from '../../data/core/announce.ts'
import { faultOf } from '../../lib/fault.ts'

/** Waits for a change that has no form to show its error in: the error is announced, and still thrown. */
export async function announceError<T>(change: Promise<T>): Promise<T> {
  const fault = await faultOf(change)
  if (fault) announce(fault)
  return change
}
