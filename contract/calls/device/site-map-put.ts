import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { mapPosition } from '../../site-scenes.ts'

/** An addition to the catalogue: puts a site on the map, or takes it off. Fails with site-missing. */
export const siteMapPut = defineCall({
  path: '/vms/site/map/put',
  input: z.object({ siteId: identifier, position: z.nullable(mapPosition) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
})
