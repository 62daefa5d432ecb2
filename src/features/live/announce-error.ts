import { CallError } from '../../data/core/call-error.ts'
import { announce } from '../../data/core/announce.ts'

/** Waits for a change that has no form to show its error in: the error is announced, and still thrown. */
export async function announceError<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (error instanceof CallError) announce(error)
    throw error
  }
}
