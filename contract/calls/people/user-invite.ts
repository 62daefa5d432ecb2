import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { language } from '../../enums.ts'
import { email, personName } from '../../rules.ts'
import { assignmentFields, lowerRole } from './invitation.ts'

/**
 * Invites by e-mail, with a link that is good for seven days: a person (who is there at once, not activated, with the role on each site),
 * the administrator of another company, or the organization's installer. Fails with invited-already, daily-mail-spent and daily-invitations-spent
 * (those of today are used up), email-has-account (somebody of the organization has the address), organization-has-installer, site-missing and
 * channel-missing (site or channel is not of the organization). An address that has an account elsewhere is invited as any other is: only the
 * mail to it says so.
 */
export const userInvite = defineCall({
  path: '/vms/user/invite',
  input: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('user'),
      email,
      alias: personName,
      role: z.union([z.literal('administrator'), lowerRole]),
      language: z.optional(language),
      ...assignmentFields,
    }),
    z.object({ kind: z.enum(['company', 'installer']), email, language: z.optional(language) }),
  ]),
  output: z.object({ inviteId: z.string() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
