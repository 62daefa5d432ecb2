import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { organization } from './organization.ts'
import { organizationFields } from './organization-fields.ts'

/** Changes what is given of the own organization, and answers with all of it. Fails with organization-name-taken. Not in the catalogue. */
export const organizationUpdate = defineCall({
  path: '/vms/organization/update',
  input: z.object({ ...organizationFields, organizationName: z.optional(organizationFields.organizationName) }),
  output: organization,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'organization',
})
