import { errors, type ErrorCode, type ErrorDetail } from '#contract/errors.ts'

/** What a call's handler throws to fail with a code of the error table. The caller sees code, meaning and detail, nothing else. */
export class CallFault extends Error {
  readonly code: ErrorCode
  readonly detail: ErrorDetail

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(errors[code].meaning)
    this.code = code
    this.detail = detail
  }
}
