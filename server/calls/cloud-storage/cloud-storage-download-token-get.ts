import { cloudStorageDownloadTokenGet as call } from '#contract/calls/cloud-storage/cloud-storage-download-token-get.ts'
import { storedRecordings } from '../../video/recorded/cloud-recordings.ts'
import { handler } from '../handler.ts'

const MOST = 1_000

export const cloudStorageDownloadTokenGet = handler(call, async ({ sn, chlIndex, startMs, endMs }, { rights, db, objectLinks }, caller) => {
  await rights.requireChannel(caller, sn, chlIndex, 'playback')
  const camera = { organizationId: caller.organizationId, sn, chlIndex }
  const rows = await storedRecordings(db, camera, { fromMs: startMs, toMs: endMs }, MOST)
  const storageToken = { durationSeconds: Math.floor(objectLinks.goodForMs() / 1_000) }
  const storage = { ossType: 'service', resourceType: 'cloud', storageUrl: '/objects', bucketName: 'recordings', storageToken } as const
  return {
    storage,
    recordings: rows.flatMap((row, index) =>
      row.object_key === null
        ? []
        : {
            indexFileName: row.object_key.slice(row.object_key.lastIndexOf('/') + 1),
            indexFileSeq: index,
            startTime: row.start_at_ms,
            endTime: row.end_at_ms,
            systemBatch: row.order_id,
            trigger: row.trigger,
            sizeBytes: row.size_bytes,
            url: objectLinks.linkTo(row.object_key),
          },
    ),
  }
})
