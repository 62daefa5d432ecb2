import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { recordedPart } from './recorded-part.ts'

/**
 * How far a part of a recording is that the person has asked for, and its file when it is made. Fails with archive-missing (none of this
 * person's, or not kept any more), channel-missing, no-permission (no right to play the camera back any more) and no-download-right.
 */
export const recordedPartGet = defineCall({
  path: '/vms/archives/part/get',
  input: z.object({ partId: identifier }),
  output: recordedPart,
  access: holdersOf('playback'),
  offline: 'none',
})
