import type { CallResult } from '#contract/core-api.ts'
import { kindOfError, type ErrorDetail, type ErrorKind } from '#contract/errors.ts'

/** A call that failed, as pages see it. `message` is the service's own text: screens show the catalog's, by `code`. */
export class CallError extends Error {
  readonly code: number
  readonly kind: ErrorKind
  readonly detail: ErrorDetail

  constructor(code: number, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.kind = detail.httpStatus === undefined ? kindOfError(code) : 'show'
    this.detail = detail
  }
}

/** The answer of a call; throws `CallError` when it failed. */
export function unwrap<T>(result: CallResult<T>): { data: T; asOfMs?: number } {
  if (!result.ok) throw new CallError(result.code, result.message, result.detail)
  return result.asOfMs === undefined ? { data: result.data } : { data: result.data, asOfMs: result.asOfMs }
}

/** Whether the core answers with what can fail: nothing else that it answers says whether it is `ok`. */
export function isCallResult(answer: unknown): answer is CallResult {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean'
}
