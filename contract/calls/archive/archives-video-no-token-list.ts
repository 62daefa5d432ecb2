import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { sharedClip, shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archiveVideo } from './archive.ts'

/**
 * The files of what is shared, in the order of its clips; their links end with the share at the latest. `openingId`: this time among those of the share.
 * Whoever names theirs, within `archiveLimits.openingMs`, goes on with it by newer links: it does not count once more, and the last of the views that
 * there were is no refusal, however many have come since. Fails as the share's own call does.
 */
export const archivesVideoNoTokenList = defineCall({
  path: '/vms/archives/video/no-token/list',
  input: z.object({ shareId, password: z.optional(sharePassword), openingId: z.optional(identifier) }),
  output: z.object({ videos: z.array(z.extend(archiveVideo, { clip: sharedClip })), openingId: z.string() }),
  access: open,
  offline: 'none',
  sentOnce: true,
  rate: { calls: 120, perMs: 60_000 },
})
