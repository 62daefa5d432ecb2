import { codePicCreate } from '#contract/calls/user/code-pic-create.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { callCore } from '../core/core.ts'

export type ImageCode = OutputOf<typeof codePicCreate>

/** A new image code. Its error is for the form: it is not announced. */
export function newImageCode(): Promise<ImageCode> {
  return callCore(codePicCreate, undefined, { quiet: true })
}
