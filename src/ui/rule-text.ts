import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import { ruleProblems, type RuleProblem } from '#contract/rules.ts'

/** What people read when a value breaks a rule of the contract (spec 1, section 5). */
const ruleTexts: Record<RuleProblem, MessageDescriptor> = {
  required: msg`Fill this in.`,
  'too-long': msg`This is too long.`,
  'forbidden-characters': msg`None of these characters: < > & , ' " / \\ % : #`,
  'name-taken': msg`This name is taken. Choose another.`,
  'password-length': msg`Use 8 to 16 characters.`,
  'too-few-kinds': msg`Mix at least two of these: digits, uppercase letters, lowercase letters, other characters.`,
  'not-repeated': msg`This is not the same password.`,
  'password-unchanged': msg`The new password must differ from the old one.`,
  'email-shape': msg`Enter an e-mail address, such as name@example.com.`,
  'phone-shape': msg`Use digits, spaces and + ( ) - only.`,
  'email-code-shape': msg`The code has 6 letters and digits.`,
  'app-code-shape': msg`The code has 6 digits.`,
  'image-code-shape': msg`Enter all 4 characters of the picture.`,
}
const unknown = msg`This is not accepted.`

/** What a schema of the contract finds wrong with the values of a form, as a sentence for each field; `undefined` when nothing is. */
export function wrongFields<F extends string>(schema: z.ZodMiniType, values: Record<F, string>): Partial<Record<F, string>> | undefined {
  const checked = schema.safeParse(values)
  if (checked.success) return undefined
  const texts: Partial<Record<F, string>> = {}
  for (const { path, message } of checked.error.issues) {
    const field = path[0] as F
    texts[field] ??= problemText(values[field]?.trim() === '' ? 'required' : message)
  }
  return texts
}

function problemText(message: string): string {
  const problem = ruleProblems.find((one) => one === message)
  return i18n._(problem === undefined ? unknown : ruleTexts[problem])
}
