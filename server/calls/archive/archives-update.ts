import { archivesUpdate as call } from '#contract/calls/archive/archives-update.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesUpdate = handler(call, async ({ archiveId, ...changes }, { archives, proofs }, caller) => {
  const { before, after } = await archives.describe(caller, archiveId, changes)
  await proofs.described(before, after, caller.userId)
  return toArchive(after, caller)
})
