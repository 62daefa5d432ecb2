import { archivesList as call } from '#contract/calls/archive/archives-list.ts'
import { toArchive } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesList = handler(call, async (input, { archives }, caller) => {
  const { total, rows } = await archives.page(caller, input)
  return { total, archives: rows.map((row) => toArchive(row, caller)) }
})
