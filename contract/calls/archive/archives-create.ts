import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { archiveFacts, archiveLimits } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { streamKind } from '../../enums.ts'
import { channelIndex, identifier, name, serialNumber, timeMs } from '../../rules.ts'
import { archive } from './archive.ts'

/**
 * Has a clip of a camera's past archived; the device sends it, and the archive is made in the background. At most 60 minutes, and none of
 * it in the future. Fails with no-permission (no right to add, or to play this camera back), channel-missing (no such camera),
 * past-unavailable (the camera's past cannot be had), archive-space-low, organization-space-low (all that is kept is as much as it may be),
 * too-many-archives-waiting (too many archives are waiting), licence-needed and licence-ended (no licence is in force, and there are no free channels).
 */
export const archivesCreate = defineCall({
  path: '/vms/archives/create',
  input: z
    .object({
      title: name(archiveLimits.titleLength),
      sn: serialNumber,
      chlIndex: channelIndex,
      startMs: timeMs,
      endMs: timeMs,
      stream: z.optional(streamKind),
      caseNumber: z.optional(archiveFacts.caseNumber),
      tags: z.optional(archiveFacts.tags),
      notes: z.optional(archiveFacts.notes),
      /** Drawn by whoever asks for several cameras at once. */
      batchId: z.optional(identifier),
    })
    .check(
      z.refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'not-after-start' }),
      z.refine(({ startMs, endMs }) => endMs - startMs <= archiveLimits.durationMs, { path: ['endMs'], error: 'too-long' }),
    ),
  output: archive,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
  rate: { calls: 60, perMs: 60_000 },
})
