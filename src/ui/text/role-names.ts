import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Role } from '#contract/access.ts'

/** Roles by the names of the specification (rule 6.2). */
export const roleNames: Record<Role, MessageDescriptor> = {
  administrator: msg`Organization administrator`,
  'site-administrator': msg`Site administrator`,
  'site-operator': msg`Site operator`,
  'live-only': msg`Live video only`,
  'no-authority': msg`No rights`,
}
