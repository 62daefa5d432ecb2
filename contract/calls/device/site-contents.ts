import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/**
 * An addition to the catalogue: what hangs on a site, before it is deleted. `people`: those it is assigned to; `rules` name it; `archives` are of
 * its cameras and stay, as do the `shares` of those that can still be opened. Fails with site-missing.
 */
export const siteContents = defineCall({
  path: '/vms/site/contents',
  input: z.object({ siteId: identifier }),
  output: z.object({
    devices: z.int(),
    cameras: z.int(),
    people: z.int(),
    rules: z.int(),
    plans: z.int(),
    archives: z.int(),
    shares: z.int(),
  }),
  access: administrator,
  offline: 'none',
})
