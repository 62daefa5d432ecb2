import { archivesCancel as call } from '#contract/calls/archive/archives-cancel.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesCancel = handler(call, async ({ archiveId }, { archives }, caller) =>
  toArchive(await archives.cancel(caller, archiveId), caller),
)
