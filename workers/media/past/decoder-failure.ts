/**
 * What a decoder's error is about. `pictures`: it made nothing of what it was given; `decoder`: it was taken away for others; `kind`: it is none for
 * such a stream.
 */
export type DecoderFailure = 'pictures' | 'decoder' | 'kind'

/** So often without one picture in between, and the browser has no decoder for such a stream. */
export const ERRORS_BEFORE_FAULT = 3

const failures: Readonly<Record<string, DecoderFailure>> = {
  EncodingError: 'pictures',
  DataError: 'pictures',
  OperationError: 'pictures',
  QuotaExceededError: 'decoder',
}

export function failureOf(error: unknown): DecoderFailure {
  return (error instanceof DOMException && failures[error.name]) || 'kind'
}
