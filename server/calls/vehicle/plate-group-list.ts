import { plateGroupList as call } from '#contract/calls/vehicle/plate-group-list.ts'
import { contains } from '../../db/contains.ts'
import { handler } from '../handler.ts'
import { toPlateGroup } from './to-plate.ts'

export const plateGroupList = handler(call, async ({ pageNum, pageSize, search }, { plates, rules: ruleBook }, { organizationId }) => {
  let query = plates.queryGroups(organizationId)
  if (search !== undefined && search !== '') query = query.where(contains(['plate_group.name'], search))
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy('plate_group.name')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const rules = await ruleBook.list(organizationId)
  return { total: Number(total), groups: rows.map((row) => toPlateGroup(row, rules)) }
})
