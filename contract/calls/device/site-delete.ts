import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** An addition to the catalogue: deletes a site without devices. Fails with site-missing, site-has-devices. */
export const siteDelete = defineCall({
  path: '/vms/site/delete',
  input: z.object({ siteId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
})
