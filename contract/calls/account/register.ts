import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { language } from '../../enums.ts'
import { email, emailCode, nothing, passwordRule, personName } from '../../rules.ts'
import { organizationFields } from './organization-fields.ts'

/**
 * Makes an organization and its administrator, whose e-mail address is the sign-in name. The code of the e-mail proves the address, so that
 * only its owner learns that it is taken: email-code-wrong, code-expired and code-used for the code, then user-exists (address taken),
 * organization-name-taken (organization's name taken; the code stays good).
 */
export const register = defineCall({
  path: '/vms/user/register',
  input: z.object({
    email,
    dynamicCode: emailCode,
    password: passwordRule,
    alias: z.optional(personName),
    language: z.optional(language),
    ...organizationFields,
  }),
  output: nothing,
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
