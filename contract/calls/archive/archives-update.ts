import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { archiveLimits } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, name } from '../../rules.ts'
import { archive } from './archive.ts'

/** Gives an archive another title. Fails with archive-missing and no-permission (no right to add). */
export const archivesUpdate = defineCall({
  path: '/vms/archives/update',
  input: z.object({ archiveId: identifier, title: name(archiveLimits.titleLength) }),
  output: archive,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
