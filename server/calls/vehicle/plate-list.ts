import { plateList as call } from '#contract/calls/vehicle/plate-list.ts'
import { sql } from 'kysely'
import { comparablePlate, hasWildcards } from '#contract/plates.ts'
import { contains } from '../../db/contains.ts'
import { likePlate } from '../../events/plates/like-plate.ts'
import { handler } from '../handler.ts'
import { toPlate } from './to-plate.ts'

export const plateList = handler(call, async ({ pageNum, pageSize, groupId, search }, { plates }, { organizationId }) => {
  let query = plates.query(organizationId)
  if (groupId !== undefined) query = query.where('plate.group_id', '=', groupId)
  if (search !== undefined && hasWildcards(search)) {
    query = query.where(sql<boolean>`plate.plate_key like ${likePlate(search)} escape '\\'`)
  } else if (search !== undefined && search.trim() !== '') {
    const key = comparablePlate(search)
    query = query.where((where) =>
      where.or([contains(['plate.owner'], search.trim()), ...(key === '' ? [] : [contains(['plate.plate_key'], key)])]),
    )
  }
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy('plate.plate_key')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { total: Number(total), plates: rows.map(toPlate) }
})
