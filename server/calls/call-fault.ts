import { errorMeanings } from '#contract/error-meanings.ts'
import { codeOf, type ErrorCode, type ErrorDetail, type ErrorName } from '#contract/errors.ts'

/** What a call's handler throws to fail with an error of the contract's table. The caller sees code, meaning and detail, nothing else. */
export class CallFault extends Error {
  readonly error: ErrorName
  readonly detail: ErrorDetail

  constructor(error: ErrorName, detail: ErrorDetail = {}) {
    super(errorMeanings[error])
    this.error = error
    this.detail = detail
  }

  /** What travels for it. */
  get code(): ErrorCode {
    return codeOf(this.error)
  }
}
