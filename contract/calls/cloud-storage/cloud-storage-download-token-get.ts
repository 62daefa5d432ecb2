import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, searchRange, serialNumber, timeMs } from '../../rules.ts'

/**
 * Recordings of a camera in the cloud, oldest first, each with a link that plays and downloads it, in parts too. The question has the
 * fields of the specification's cloud token request; an answer is its cloud playback item. Links are good for 10 minutes and more.
 * At most 31 days (else range-too-long) and 1000 recordings. Fails with channel-missing and no-permission.
 */
export const cloudStorageDownloadTokenGet = defineCall({
  path: '/vms/cloud-storage/download-token/get',
  input: z
    .object({
      sn: serialNumber,
      chlIndex: channelIndex,
      storageType: z.literal('object'),
      bucketName: z.literal('recordings'),
      storageUrl: z.literal('/objects'),
      resourceType: z.literal('cloud'),
      startMs: timeMs,
      endMs: timeMs,
    })
    .check(...searchRange('startMs', 'endMs')),
  output: z.object({
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
