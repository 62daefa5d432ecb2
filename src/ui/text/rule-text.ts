import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import { ruleProblems, type RuleProblem } from '#contract/rules.ts'

/** What people read when a value breaks a rule of the contract (chapter 5 of docs/rules.md). */
const ruleTexts: Record<RuleProblem, MessageDescriptor> = {
  required: msg`Fill this in.`,
  'too-long': msg`This is too long.`,
  'forbidden-characters': msg`None of these characters: < > & , ' " / \\ % : #`,
  'file-name-characters': msg`None of these characters: / \\ : * ? < > | "`,
  'angle-brackets': msg`None of these characters: < >`,
  'name-taken': msg`This name is taken. Choose another.`,
  'label-twice': msg`Each label once only.`,
  'password-length': msg`Use 8 to 16 characters.`,
  'too-few-kinds': msg`Mix at least two of these: digits, uppercase letters, lowercase letters, other characters.`,
  'not-repeated': msg`This is not the same password.`,
  'password-unchanged': msg`The new password must differ from the old one.`,
  'email-shape': msg`Enter an e-mail address, such as name@example.com.`,
  'phone-shape': msg`Use digits, spaces and + ( ) - only.`,
  'email-code-shape': msg`The code has 6 letters and digits.`,
  'app-code-shape': msg`The code has 6 digits.`,
  'image-code-shape': msg`Enter all 4 characters of the picture.`,
  'serial-number-shape': msg`The serial number has 6 to 32 letters and digits. It is on the label.`,
  'security-code-shape': msg`The security code has 6 to 16 letters and digits. It is on the label.`,
  'station-code-shape': msg`Enter the eight letters and digits that are on the screen.`,
  'color-shape': msg`Enter # and six digits or letters from a to f, such as #0c8276.`,
  'ends-before-start': msg`Ends before it begins.`,
  'range-too-long': msg`At most 31 days.`,
}
const unknown = msg`This is not accepted.`

/** What somebody typed, or what was made of it. */
type Value = string | number

/** What a schema says of one field: `maximum` of a text that is too long. */
type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { maximum?: unknown }

/** What a schema of the contract found wrong with the values of a form: the first thing of each field, as a sentence. */
export function wrongTexts<F extends string>(issues: readonly Issue[], values: Partial<Record<F, Value>>): Partial<Record<F, string>> {
  const texts: Partial<Record<F, string>> = {}
  for (const issue of issues) {
    const field = issue.path[0] as F
    texts[field] ??= String(values[field]).trim() === '' ? i18n._(ruleTexts.required) : problemText(issue)
  }
  return texts
}

/** What a schema of the contract finds wrong with the values of a form, as a sentence for each field; `undefined` when nothing is. */
export function wrongFields<F extends string>(schema: z.ZodMiniType, values: Record<F, Value>): Partial<Record<F, string>> | undefined {
  const checked = schema.safeParse(values)
  return checked.success ? undefined : wrongTexts(checked.error.issues, values)
}

function problemText({ message, maximum }: Issue): string {
  const problem = ruleProblems.find((one) => one === message)
  if (problem === 'too-long' && typeof maximum === 'number') return i18n._(msg`At most ${maximum} characters.`)
  return i18n._(problem === undefined ? unknown : ruleTexts[problem])
}
