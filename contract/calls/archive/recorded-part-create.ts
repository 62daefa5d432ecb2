import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { partFormat } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { partRange, partSpan, recordedPart } from './recorded-part.ts'

/**
 * Has a part of a recording made into a file, in the background; what the person has asked for already is answered again. At most 60 minutes,
 * and none of it in the future. Fails with channel-missing, no-permission (no right to play this camera back), no-download-right,
 * past-unavailable (the camera's past cannot be had), too-many-archives-waiting, download-limit, archive-space-low and organization-space-low;
 * of what the device recorded also with licence-needed and licence-ended.
 */
export const recordedPartCreate = defineCall({
  path: '/vms/archives/part/create',
  input: z.object({ ...partSpan, format: partFormat }).check(...partRange),
  output: recordedPart,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
