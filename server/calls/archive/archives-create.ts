import { archivesCreate as call } from '#contract/calls/archive/archives-create.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesCreate = handler(call, async (input, { archives, licences }, caller) => {
  await licences.requireAny(caller.organizationId)
  return toArchive(await archives.create(caller, input), caller)
})
