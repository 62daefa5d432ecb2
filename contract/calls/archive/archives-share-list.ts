import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/**
 * An addition to the catalogue: the shares of an archive, newest first, without their secrets. Fails with archive-missing and no-permission
 * (no right to share).
 */
export const archivesShareList = defineCall({
  path: '/vms/archives/share/list',
  input: z.object({ archiveId: identifier }),
  output: z.object({
    shares: z.array(
      z.object({
        /** Names the share to those who may revoke it; opens nothing. */
        handle: z.string(),
        emails: z.array(z.string()),
        message: z.string(),
        sharedBy: z.string(),
        createdAtMs: z.number(),
        expiresAtMs: z.nullable(z.number()),
        state: z.enum(['open', 'expired', 'revoked', 'used-up']),
        isRedacted: z.boolean(),
        hasPassword: z.boolean(),
        /** How many times it was opened or downloaded, and may be. */
        views: z.int(),
        mostViews: z.nullable(z.int()),
      }),
    ),
  }),
  access: holdersOf('playback'),
  offline: 'none',
})
