import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** What the archive search can be narrowed to: sites and cameras of the archives that the person may see. And the space of all of them. */
export const archivesConditions = defineCall({
  path: '/vms/archives/conditions',
  input: noInput,
  output: z.object({
    sites: z.array(z.object({ siteId: z.string(), siteName: z.string() })),
    cameras: z.array(z.object({ sn: z.string(), chlIndex: z.int(), cameraName: z.string(), siteId: z.string() })),
    usedBytes: z.number(),
    spaceBytes: z.number(),
  }),
  access: holdersOf('playback'),
  offline: 'cache',
})
