import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { partRange, partSpan } from './recorded-part.ts'

/**
 * What a part of a recording would be: how much of its time was recorded, and about how large the file becomes; `null` where that cannot be
 * known, as of a device that is away or does not tell. Fails with channel-missing and no-permission (no right to play this camera back).
 */
export const recordedPartEstimate = defineCall({
  path: '/vms/archives/part/estimate',
  input: z.object(partSpan).check(...partRange),
  output: z.object({ recordedMs: z.nullable(z.int()), sizeBytes: z.nullable(z.int()) }),
  access: holdersOf('playback'),
  offline: 'none',
})
