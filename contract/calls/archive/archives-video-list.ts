import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archiveVideo } from './archive.ts'

/** The files of an archive, to be played. Fails with archive-missing, no-permission (no right to query) and wrong-state (not made). */
export const archivesVideoList = defineCall({
  path: '/vms/archives/video/list',
  input: z.object({ archiveId: identifier }),
  output: z.object({ videos: z.array(archiveVideo) }),
  access: holdersOf('playback'),
  offline: 'none',
})
