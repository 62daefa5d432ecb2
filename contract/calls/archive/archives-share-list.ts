import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { share } from './share.ts'

/**
 * An addition to the catalogue: the shares of an archive, newest first, without their secrets. Fails with archive-missing and no-permission
 * (no right to share).
 */
export const archivesShareList = defineCall({
  path: '/vms/archives/share/list',
  input: z.object({ archiveId: identifier }),
  output: z.object({ shares: z.array(share) }),
  access: holdersOf('playback'),
  offline: 'none',
})
