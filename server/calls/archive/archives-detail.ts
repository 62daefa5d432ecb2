import { archivesDetail as call } from '#contract/calls/archive/archives-detail.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesDetail = handler(call, async ({ archiveId }, { archives }, caller) => {
  const row = await archives.require(caller, archiveId, 'query')
  const group = await archives.madeWith(caller, row)
  return { archive: toArchive(row, caller), group: group.map((one) => toArchive(one, caller)) }
})
