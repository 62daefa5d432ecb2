import { plateMerge as call } from '#contract/calls/vehicle/plate-merge.ts'
import { codeOf } from '#contract/errors.ts'
import { handler } from '../handler.ts'

export const plateMerge = handler(call, async ({ groupId, plates: rows }, { plates, licences }, { organizationId }) => {
  await licences.requireAny(organizationId)
  const { added, changed, refused } = await plates.merge(organizationId, groupId, rows)
  return { added, changed, refused: refused.map(({ index, error }) => ({ index, code: codeOf(error) })) }
})
