import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { site } from './site-list-choose.ts'
import { siteInput } from './site-input.ts'

/** An addition to the catalogue: makes a site. Fails with site-name-taken when another site of the organization has the name. */
export const siteAdd = defineCall({
  path: '/vms/site/add',
  input: siteInput,
  output: site,
  access: administrator,
  offline: 'none',
  changes: true,
})
