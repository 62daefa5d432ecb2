import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { site } from './site-list-choose.ts'
import { siteInput } from './site-input.ts'

/** An addition to the catalogue: changes a site; all of its fields. Fails with site-missing, site-name-taken. */
export const siteEdit = defineCall({
  path: '/vms/site/edit',
  input: z.object({ siteId: identifier, site: siteInput }),
  output: site,
  access: administrator,
  offline: 'queue',
  changes: true,
})
