import { archivesDelete as call } from '#contract/calls/archive/archives-delete.ts'
import { handler } from '../handler.ts'

export const archivesDelete = handler(call, async ({ archiveIds }, { archives }, caller) => {
  await archives.delete(caller, archiveIds)
  return null
})
