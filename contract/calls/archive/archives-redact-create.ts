import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { redactionAreas } from '../../redaction.ts'
import { identifier } from '../../rules.ts'
import { redaction } from './redaction.ts'

/**
 * Has a second file made of an archive, in the background, in which areas of the pictures are unreadable; every picture of it is written anew. With no
 * area it is one without sound. Fails with archive-missing, no-permission (no right to add), wrong-state (the archive is not made), parameter-error
 * (neither an area nor silent), too-many-redactions, archive-space-low, organization-space-low and too-many-archives-waiting.
 */
export const archivesRedactCreate = defineCall({
  path: '/vms/archives/redact/create',
  input: z
    .object({ archiveId: identifier, areas: redactionAreas, isSilent: z.boolean() })
    .check(z.refine(({ areas, isSilent }) => isSilent || areas.length > 0, { path: ['areas'], error: 'required' })),
  output: redaction,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
  rate: { calls: 30, perMs: 60_000 },
})
