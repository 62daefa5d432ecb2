import { t } from '@lingui/core/macro'
import { SUCCESS } from '#contract/envelope.ts'
import { errorText } from '../../ui/text/error-text.ts'

/** What came of an operation: done, or why it was refused. */
export function resultText(code: number): string {
  return code === SUCCESS ? t`Done` : errorText({ code })
}
