import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { shareId } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: the page of a share says that its clip is played. `openingId`: as the video link came with. Fails with
 * share-missing; an opening that is not of this share, or was forgotten, is passed over.
 */
export const archivesSharePlayed = defineCall({
  path: '/vms/archives/share/played',
  input: z.object({ shareId, openingId: identifier }),
  output: nothing,
  access: open,
  offline: 'none',
  rate: { calls: 120, perMs: 60_000 },
})
