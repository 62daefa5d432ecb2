import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { organization } from './organization.ts'

/** The person's own organization. Not in the catalogue. */
export const organizationGet = defineCall({
  path: '/vms/organization/get',
  input: noInput,
  output: organization,
  access: signedIn,
  offline: 'cache',
})
