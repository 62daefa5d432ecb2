import * as z from 'zod/mini'

/** What may be wrong with a value (spec 1, section 5): the messages of the schemas, by form and service alike. Screens have a sentence for each. */
export const ruleProblems = [
  'required',
  'too-long',
  'forbidden-characters',
  'angle-brackets',
  'name-taken',
  'password-length',
  'too-few-kinds',
  'not-repeated',
  'password-unchanged',
  'email-shape',
  'phone-shape',
  'email-code-shape',
  'app-code-shape',
  'image-code-shape',
  'serial-number-shape',
  'security-code-shape',
  'color-shape',
] as const
export type RuleProblem = (typeof ruleProblems)[number]

/** A message of a schema, which is one of the list. */
export function says(error: RuleProblem): { error: RuleProblem } {
  return { error }
}

/** Characters that no name may contain (spec 1, section 5). */
const FORBIDDEN_IN_NAMES = /[<>&,'"/\\%:#]/

/** A name: not empty, without the forbidden characters, at most `most` characters. */
export function name(most = 64) {
  return z.string().check(
    z.trim(),
    z.minLength(1, says('required')),
    z.maxLength(most, says('too-long')),
    z.refine((text: string) => !FORBIDDEN_IN_NAMES.test(text), says('forbidden-characters')),
  )
}

/** How many of digit, uppercase, lowercase and special a password has. */
function kindsIn(text: string): number {
  return [/[0-9]/, /[A-Z]/, /[a-z]/, /[^0-9A-Za-z]/].filter((kind) => kind.test(text)).length
}

/** A password that a person may choose: 8 to 16 characters of at least two kinds, without the forbidden ones (spec 1, section 5). */
export const passwordRule = z.string().check(
  z.minLength(8, says('password-length')),
  z.maxLength(16, says('password-length')),
  z.refine((text: string) => kindsIn(text) >= 2, says('too-few-kinds')),
  z.refine((text: string) => !FORBIDDEN_IN_NAMES.test(text), says('forbidden-characters')),
)

/** A new password and its repetition, as forms have them; a call sends the password alone. */
export const newPassword = z
  .object({ password: passwordRule, repeated: z.string() })
  .check(z.refine(({ password, repeated }) => password === repeated, { ...says('not-repeated'), path: ['repeated'], when: () => true }))

export const serialNumber = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,32}$/, says('serial-number-shape')))
export const securityCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,16}$/, says('security-code-shape')))
/** Index of a channel on its device, from 0. */
export const channelIndex = z.int().check(z.minimum(0), z.maximum(255))
/** Epoch milliseconds, whole, as far as calendars go (that of `Date` ends there). */
export const timeMs = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))
/** Which page of a list, from 1. */
export const pageNumber = z.int().check(z.minimum(1), z.maximum(1_000_000))
export const identifier = z.string().check(z.minLength(1), z.maxLength(64))
/** An answer with nothing in it. */
export const nothing = z.null()
/** A question with nothing in it. */
export const noInput = z.optional(z.nullable(z.object({})))
