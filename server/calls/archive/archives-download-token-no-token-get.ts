import { MOST_BUNDLE_BYTES } from '#contract/archives.ts'
import { archivesDownloadTokenNoTokenGet as call } from '#contract/calls/archive/archives-download-token-no-token-get.ts'
import { clipOf } from '../../video/archive/archive-shares.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const archivesDownloadTokenNoTokenGet = handler(
  call,
  async ({ shareId, password, clip = 0 }, { archiveShares, archiveDownloads }, visitor) => {
    const { share, archive, clips } = await archiveShares.require(shareId, password, visitor)
    const by = { shareId: share.id, endsAtMs: share.expires_at_ms }
    if (clip !== 'all') {
      const wanted = clipOf(clips, clip)
      await archiveShares.count(share)
      return archiveDownloads.allow(wanted, by, share.redaction_id)
    }
    const sizeBytes = clips.reduce((sum, { archive: one }) => sum + (one.size_bytes ?? 0), 0)
    if (sizeBytes > MOST_BUNDLE_BYTES) throw new CallFault('bundle-too-large')
    await archiveShares.count(share)
    const { fileName, ...download } = await archiveDownloads.allow(archive, { ...by, isWhole: true }, share.redaction_id)
    return { ...download, fileName: fileName.replace(/\.mp4$/, '.zip'), sizeBytes }
  },
)
