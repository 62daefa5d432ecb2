import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { language } from '../../enums.ts'
import { passwordRule, personName } from '../../rules.ts'
import { organizationFields } from '../account/organization-fields.ts'
import { linkFields } from './invitation.ts'

/**
 * Activates an invited person with their password, or makes the company that was invited and its administrator (who names it). The e-mail
 * address is the sign-in name, which is answered whole. Fails as `/vms/user/invite/check` does, with account-parameter-error for a company
 * without a name, organization-name-taken and user-exists.
 */
export const inviteActive = defineCall({
  path: '/vms/user/invite/active',
  input: z.object({
    ...linkFields,
    password: passwordRule,
    alias: z.optional(personName),
    language: z.optional(language),
    ...organizationFields,
    organizationName: z.optional(organizationFields.organizationName),
  }),
  output: z.object({ loginName: z.string() }),
  access: open,
  offline: 'none',
  changes: true,
  alters: 'people',
  rate: { calls: 30, perMs: 60_000 },
})
