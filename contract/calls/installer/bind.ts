import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { name, personName, phone } from '../../rules.ts'
import { linkFields } from '../people/invitation.ts'

/**
 * Makes whoever holds the link the organization's installer. `installerKey` is told here and never again; requests for access are made
 * with it. Fails as `/vms/user/invite/bind-check` does, and with organization-has-installer when there is an installer.
 */
export const bind = defineCall({
  path: '/vms/user/invite/bind',
  input: z.object({ ...linkFields, companyName: name(), contact: personName, phone }),
  output: z.object({ installerId: z.string(), installerKey: z.string() }),
  access: open,
  offline: 'none',
  changes: true,
  alters: 'installer',
  rate: { calls: 30, perMs: 60_000 },
})
