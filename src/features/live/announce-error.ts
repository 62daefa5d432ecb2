import { CallError } from '../../data/call-error.ts'
import { announce } from '../../data/announce.ts'

/** Waits for a change that has no form to show its error in: the error is announced, and still thrown. */
export async function announceError<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (error instanceof CallError) announce(error)
    throw error
  }
}
