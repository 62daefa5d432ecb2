import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { archiveFacts, archiveLimits } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, name } from '../../rules.ts'
import { archive } from './archive.ts'

/** Changes what is written about an archive: what is not named stays. Fails with archive-missing and no-permission (no right to add). */
export const archivesUpdate = defineCall({
  path: '/vms/archives/update',
  input: z.object({
    archiveId: identifier,
    title: z.optional(name(archiveLimits.titleLength)),
    caseNumber: z.optional(archiveFacts.caseNumber),
    tags: z.optional(archiveFacts.tags),
    notes: z.optional(archiveFacts.notes),
  }),
  output: archive,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
