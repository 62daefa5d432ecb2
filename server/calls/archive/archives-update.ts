import { archivesUpdate as call } from '#contract/calls/archive/archives-update.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesUpdate = handler(call, async ({ archiveId, title }, { archives }, caller) =>
  toArchive(await archives.rename(caller, archiveId, title), caller),
)
