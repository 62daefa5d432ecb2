import { archivesShareGet as call } from '#contract/calls/archive/archives-share-get.ts'
import { reachedMs } from '../../video/archive/archive-views.ts'
import type { ArchiveRow } from '../../video/archive/archives.ts'
import { handler } from '../handler.ts'

export const archivesShareGet = handler(call, async ({ shareId, password }, { archiveShares, db, now }, visitor) => {
  const { share, archive, clips } = await archiveShares.require(shareId, password, visitor)
  const organizations = db.selectFrom('organization').where('id', '=', archive.organization_id)
  const { name } = await organizations.select('name').executeTakeFirstOrThrow()
  const all = clips.map(({ clip, archive: one }) => ({ clip, ...factsOf(one) }))
  return { ...factsOf(archive), clips: all, sharedBy: name, message: share.message, expiresAtMs: share.expires_at_ms, nowMs: now() }
})

function factsOf(archive: ArchiveRow) {
  const { title, camera_name: cameraName, start_at_ms: startMs, size_bytes } = archive
  const endMs = reachedMs(archive)
  return { title, cameraName, startMs, endMs, durationMs: endMs - startMs, sizeBytes: size_bytes ?? 0 }
}
