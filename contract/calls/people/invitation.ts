import * as z from 'zod/mini'
import { roles } from '../../access.ts'
import { channelIndex, identifier, serialNumber, timeMs } from '../../rules.ts'
import { userStatus } from '../../states/user.ts'

/** Who a link invites: a person of the organization, the administrator of another company, or an installer. */
export const invitationKind = z.enum(['user', 'company', 'installer'])

/** What the link of an invitation carries: `/user-register/{inviteId}/{uuid}` and its kin. */
export const linkFields = { inviteId: identifier, uuid: z.string().check(z.minLength(1), z.maxLength(64)) }

export const linkState = z.enum(['valid', 'used', 'expired'])

/** Roles that are given per site and channel; who is an administrator needs none. */
export const lowerRole = z.enum(['site-administrator', 'site-operator', 'live-only', 'no-authority'])
export type LowerRole = z.output<typeof lowerRole>

/** The sites of a person, with the role on each, and channels with a role other than their site's. Each replaces what was there. */
export const assignmentFields = {
  sites: z.optional(z.array(z.object({ siteId: identifier, role: lowerRole })).check(z.maxLength(200))),
  channels: z.optional(z.array(z.object({ sn: serialNumber, chlIndex: channelIndex, role: lowerRole })).check(z.maxLength(1_000))),
}

const invitation = z.object({ inviteId: z.string(), state: linkState, sentAtMs: timeMs, expiresAtMs: timeMs })

/** A person of the organization, as its administrators see them. `invitation` is null for whoever was never invited. */
export const organizationPerson = z.object({
  userId: z.string(),
  email: z.string(),
  alias: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  isAdministrator: z.boolean(),
  status: userStatus,
  invitation: z.nullable(invitation),
})
export type OrganizationPerson = z.output<typeof organizationPerson>
