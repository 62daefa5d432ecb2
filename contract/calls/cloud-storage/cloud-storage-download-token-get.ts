import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { cloudStorageInfo, cloudStoragePlace } from '../../cloud-storage-info.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, searchRange, serialNumber, timeMs } from '../../rules.ts'

/**
 * Recordings of a camera in the cloud, oldest first, each with a link that plays and downloads it, in parts too. The question has the
 * fields of the specification's cloud token request; an answer is its cloud playback item. Links are good for as long as the token in `storage`.
 * At most 31 days (else range-too-long) and 1000 recordings. Fails with channel-missing and no-permission.
 */
export const cloudStorageDownloadTokenGet = defineCall({
  path: '/vms/cloud-storage/download-token/get',
  input: z
    .object({
      sn: serialNumber,
      chlIndex: channelIndex,
      ...cloudStoragePlace,
      startMs: timeMs,
      endMs: timeMs,
    })
    .check(...searchRange('startMs', 'endMs')),
  output: z.object({
    storage: cloudStorageInfo,
    recordings: z
      .array(
        z.object({
          indexFileName: z.string(),
          indexFileSeq: z.int(),
          startTime: z.number(),
          endTime: z.number(),
          /** The order that it was stored for. */
          systemBatch: z.string(),
          trigger: z.string(),
          sizeBytes: z.int(),
          url: z.string(),
        }),
      )
      .check(z.maxLength(1_000)),
  }),
  access: holdersOf('playback'),
  offline: 'none',
})
