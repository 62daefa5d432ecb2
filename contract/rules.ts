import * as z from 'zod/mini'
import { lengths, limits } from './limits.ts'

/** What may be wrong with a value (chapter 5 of docs/rules.md): the messages of the schemas, by form and service alike. Screens have a sentence for each. */
export const ruleProblems = [
  'required',
  'too-long',
  'forbidden-characters',
  'file-name-characters',
  'angle-brackets',
  'name-taken',
  'label-twice',
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
  'station-code-shape',
  'ends-before-start',
  'range-too-long',
] as const
export type RuleProblem = (typeof ruleProblems)[number]

/** A message of a schema, which is one of the list. */
export function says(error: RuleProblem): { error: RuleProblem } {
  return { error }
}

/** Characters that no name may contain (rule 5.4). */
const FORBIDDEN_IN_NAMES = /[<>&,'"/\\%:#]/
/** A text as part of a name: with a space for each forbidden character. */
export function nameOf(text: string): string {
  return text.replaceAll(new RegExp(FORBIDDEN_IN_NAMES, 'g'), ' ')
}

export const allowedInNames = z.refine<string>((text) => !FORBIDDEN_IN_NAMES.test(text), says('forbidden-characters'))

/** A name: not empty, without the forbidden characters, at most `most` characters. */
export function name(most: number = lengths.name) {
  return z.string().check(z.trim(), z.minLength(1, says('required')), z.maxLength(most, says('too-long')), allowedInNames)
}

export const personName = name(lengths.personName)

/** Characters that no name of a file may contain (rule 5.4). */
const FORBIDDEN_IN_FILE_NAMES = /[/\\:*?<>|"]/g

/** The name of a file, without a folder: what file systems take, and none of the forbidden characters. */
export const fileName = z.string().check(
  z.minLength(1, says('required')),
  z.maxLength(255, says('too-long')),
  z.refine((text: string) => text.search(FORBIDDEN_IN_FILE_NAMES) < 0, says('file-name-characters')),
)

/** What somebody named (a camera, a title) as part of a file's name: with something else for each forbidden character. */
export function fileNameOf(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replaceAll(FORBIDDEN_IN_FILE_NAMES, '-').replaceAll(/[\u0000-\u001f]/g, '-')
}

/** How many of digit, uppercase, lowercase and special a password has. */
function kindsIn(text: string): number {
  return [/[0-9]/, /[A-Z]/, /[a-z]/, /[^0-9A-Za-z]/].filter((kind) => kind.test(text)).length
}

/** A password that a person may choose: 8 to 16 characters of at least two kinds, without the forbidden ones (rule 5.1). */
export const passwordRule = z.string().check(
  z.minLength(8, says('password-length')),
  z.maxLength(16, says('password-length')),
  z.refine((text: string) => kindsIn(text) >= 2, says('too-few-kinds')),
  allowedInNames,
)

/** A new password and its repetition, as forms have them; a call sends the password alone. */
export const newPassword = z
  .object({ password: passwordRule, repeated: z.string() })
  .check(z.refine(({ password, repeated }) => password === repeated, { ...says('not-repeated'), path: ['repeated'], when: () => true }))

/**
 * An address: the check only tests for an @ and a dot (rule 5.3), wherever the dot stands. There is one @ with something on both
 * sides, and nothing that could make another header or recipient of it in a mail. Kept in lower case.
 */
export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(lengths.email, says('too-long')),
    z.regex(/^(?=.*\.)[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/, says('email-shape')),
  )
/** A telephone number as people write it; it is required wherever one is asked for (rule 5.2). */
export const phone = z.string().check(z.trim(), z.minLength(1, says('required')), z.regex(/^\+?[0-9 ()-]{0,24}$/, says('phone-shape')))

/** An e-mail code as a person types it: 6 characters, whatever their case. */
export const emailCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z]{6}$/, says('email-code-shape')))
/** A code that an authenticator app shows: 6 digits. */
export const appCode = z.string().check(z.regex(/^[0-9]{6}$/, says('app-code-shape')))

export const serialNumber = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,32}$/, says('serial-number-shape')))
export const securityCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,16}$/, says('security-code-shape')))
/** Index of a channel on its device, from 0. */
export const channelIndex = z.int().check(z.minimum(0), z.maximum(255))
/** Epoch milliseconds, whole, as far as calendars go (that of `Date` ends there). */
export const timeMs = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))

/**
 * What a span of time that is searched has to be, both ends included: it does not end before it begins, and lasts 31 days at most (rule
 * 5.7). For the `check` of an object that has these two fields; where one is left open, there is no span.
 */
export function searchRange<Start extends string, End extends string>(start: Start, end: End) {
  type Range = Partial<Record<Start | End, number | undefined>>
  const lengthMs = ({ [start]: from, [end]: to }: Range) => (from === undefined || to === undefined ? 0 : to - from)
  return [
    z.refine<Range>((range) => lengthMs(range) >= 0, { ...says('ends-before-start'), path: [end] }),
    z.refine<Range>((range) => lengthMs(range) <= limits.searchRangeMs, { ...says('range-too-long'), path: [end] }),
  ] as const
}

/** What somebody looks for in a list. */
export const searchText = z.string().check(z.maxLength(lengths.search))
/** Which page of a list, from 1. */
export const pageNumber = z.int().check(z.minimum(1), z.maximum(1_000_000))
export const identifier = z.string().check(z.minLength(1), z.maxLength(64))
/** An answer with nothing in it. */
export const nothing = z.null()
/** A question with nothing in it. */
export const noInput = z.optional(z.nullable(z.object({})))
