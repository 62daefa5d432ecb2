import type { ErrorDetail, ErrorKind } from '#contract/errors.ts'

/** An error of a call, for whoever cannot import the data: `CallError` is one. */
export interface Fault extends Error {
  readonly code: number
  readonly kind: ErrorKind
  readonly detail: ErrorDetail
}

function isFault(error: unknown): error is Fault {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'detail' in error
}

/** The error of a call that this fails with, undefined when it succeeds. Anything else that it fails with is thrown. */
export async function faultOf(work: Promise<unknown>): Promise<Fault | undefined> {
  try {
    await work
  } catch (error) {
    if (!isFault(error)) throw error
    return error
  }
}
