import { PLATE_GROUP_CAPACITY, type Plate } from '#contract/calls/vehicle/plate.ts'
import { comparablePlate } from '#contract/plates.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'

export type PlateFields = Omit<Plate, 'plateId' | 'groupName'>

/** Fails with plate-group-missing when there is no such group, and with plate-group-full when it has no room for so many more. */
export async function requireRoom(db: Db, organizationId: string, groupId: string, more: number): Promise<void> {
  const room = await roomIn(db, organizationId, groupId)
  if (more > room) throw new CallFault('plate-group-full')
}

/** How many more plates a group can take. Fails with plate-group-missing. */
export async function roomIn(db: Db, organizationId: string, groupId: string): Promise<number> {
  const group = await db
    .selectFrom('plate_group')
    .where('organization_id', '=', organizationId)
    .where('id', '=', groupId)
    .select('id')
    .executeTakeFirst()
  if (group === undefined) throw new CallFault('plate-group-missing', { field: 'groupId' })
  const { total } = await db
    .selectFrom('plate')
    .where('group_id', '=', groupId)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return PLATE_GROUP_CAPACITY - Number(total)
}

/** A plate as it is kept. */
export function toRow({ groupId, plate, vehicleType, brand, model, owner, phone, colour }: PlateFields) {
  return { group_id: groupId, plate, plate_key: comparablePlate(plate), vehicle_type: vehicleType, brand, model, owner, phone, colour }
}
