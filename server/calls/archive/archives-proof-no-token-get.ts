import { archivesProofNoTokenGet as call } from '#contract/calls/archive/archives-proof-no-token-get.ts'
import { clipOf } from '../../video/archive/archive-shares.ts'
import { handler } from '../handler.ts'

export const archivesProofNoTokenGet = handler(call, async ({ shareId, password, clip = 0 }, { archiveShares, proofs }, visitor) => {
  // The answer to the video link counts. A share that may be opened once is used up by then: its proof is asked for before.
  const { share, clips } = await archiveShares.require(shareId, password, visitor)
  const { statements, keys } = await proofs.of(clipOf(clips, clip).id, share.redaction_id)
  return { statements, keys }
})
