import { archivesShareGet as call } from '#contract/calls/archive/archives-share-get.ts'
import { reachedMs } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesShareGet = handler(call, async ({ shareId, password }, { archiveShares, db, now }) => {
  const { share, archive } = await archiveShares.require(shareId, password)
  const organizations = db.selectFrom('organization').where('id', '=', archive.organization_id)
  const { name } = await organizations.select('name').executeTakeFirstOrThrow()
  const { title, camera_name: cameraName, start_at_ms: startMs, size_bytes } = archive
  const endMs = reachedMs(archive)
  const clip = { title, cameraName, startMs, endMs, durationMs: endMs - startMs, sizeBytes: size_bytes ?? 0 }
  return { ...clip, sharedBy: name, message: share.message, expiresAtMs: share.expires_at_ms, nowMs: now() }
})
