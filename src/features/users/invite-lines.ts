import type { Role } from '#contract/access.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import type { InputOf } from '#contract/define-call.ts'
import type { Language } from '#contract/enums.ts'
import type { LowerRole } from '#contract/calls/people/invitation.ts'

/** What the lines themselves do not say. */
export interface LineDefaults {
  role: Role
  language: Language
  siteIds: readonly string[]
}

export type LineFault = 'email' | 'alias' | 'role' | 'fields' | 'twice' | 'sites'

/** A line that is not empty: an invitation, or what is wrong with it. `number` counts from 1, empty lines too. */
export type InviteLine = { number: number; text: string } & (
  | { kind: 'good'; input: Extract<InputOf<typeof userInvite>, { kind: 'user' }> }
  | { kind: 'bad'; fault: LineFault }
)

/** Between the fields of a line; none of them can stand in a name or an address. */
const BETWEEN_FIELDS = /[\t;,]/

/**
 * Reads a list of people, a line each: e-mail, name and, if it differs, the role, parted by tabs, semicolons or commas. `roleOf` knows a role by
 * its code or its name. Each line is checked by the schema of the call.
 */
export function readLines(list: string, defaults: LineDefaults, roleOf: (word: string) => Role | undefined): InviteLine[] {
  const seen = new Set<string>()
  return list.split(/\r\n|\n|\r/).flatMap((text, index): InviteLine[] => {
    if (text.trim() === '') return []
    const line = { number: index + 1, text: text.trim() }
    const read = readLine(line.text, defaults, roleOf)
    if (typeof read === 'string') return [{ ...line, kind: 'bad', fault: read }]
    if (seen.has(read.email)) return [{ ...line, kind: 'bad', fault: 'twice' }]
    seen.add(read.email)
    return [{ ...line, kind: 'good', input: read }]
  })
}

function readLine(text: string, { role, language, siteIds }: LineDefaults, roleOf: (word: string) => Role | undefined) {
  const [email = '', alias = '', roleWord = '', ...more] = text.split(BETWEEN_FIELDS).map((field) => field.trim())
  if (more.some((field) => field !== '')) return 'fields'
  const ownRole = roleWord === '' ? role : roleOf(roleWord)
  if (ownRole === undefined) return 'role'
  const sites = ownRole === 'administrator' ? undefined : siteIds.map((siteId) => ({ siteId, role: ownRole satisfies LowerRole }))
  const input = userInvite.input.safeParse({ kind: 'user', email, alias, role: ownRole, language, sites })
  if (input.success && input.data.kind === 'user') return input.data
  const wrong = new Set(input.error?.issues.map(({ path }) => path[0]))
  return (['email', 'alias', 'sites'] as const).find((field) => wrong.has(field)) ?? 'fields'
}
