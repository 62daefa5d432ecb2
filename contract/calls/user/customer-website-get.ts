import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { branding } from './branding.ts'

/** Branding of the customer whose address this is. */
export const customerWebsiteGet = defineCall({
  path: '/vms/customer-website/get',
  input: noInput,
  output: branding,
  access: open,
  offline: 'cache',
})
