import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { archiveVideo } from './archive.ts'

/** The files of what is shared, in the order of its clips; their links end with the share at the latest. `openingId`: this time among those of the share. Fails as the share's own call does. */
export const archivesVideoNoTokenList = defineCall({
  path: '/vms/archives/video/no-token/list',
  input: z.object({ shareId, password: z.optional(sharePassword) }),
  output: z.object({ videos: z.array(archiveVideo), openingId: z.string() }),
  access: open,
  offline: 'none',
  rate: { calls: 120, perMs: 60_000 },
})
