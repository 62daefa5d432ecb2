import { archivesRetry as call } from '#contract/calls/archive/archives-retry.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesRetry = handler(call, async ({ archiveId }, { archives, licences }, caller) => {
  await licences.requireAny(caller.organizationId)
  return toArchive(await archives.retry(caller, archiveId), caller)
})
