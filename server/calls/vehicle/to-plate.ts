import { plateGroupsOf, type AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import type { Plate, PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { PLATE_GROUP_CAPACITY } from '#contract/calls/vehicle/plate.ts'
import { colours } from '#contract/event-attributes.ts'
import type { Plates } from '../../events/plates/plates.ts'

type PlateRow = Awaited<ReturnType<ReturnType<Plates['query']>['execute']>>[number]
type GroupRow = Awaited<ReturnType<ReturnType<Plates['queryGroups']>['execute']>>[number]

export function toPlate(row: PlateRow): Plate {
  return {
    plateId: row.id,
    groupId: row.group_id,
    groupName: row.group_name,
    plate: row.plate,
    vehicleType: row.vehicle_type,
    brand: row.brand,
    model: row.model,
    owner: row.owner,
    phone: row.phone,
    colour: colours.find((colour) => colour === row.colour) ?? '',
  }
}

/** `rules`: all of the organization. */
export function toPlateGroup(row: GroupRow, rules: readonly AlarmRule[]): PlateGroup {
  const usedBy = rules.filter(({ trigger }) => plateGroupsOf(trigger).includes(row.id)).map(({ name }) => name)
  return { groupId: row.id, groupName: row.name, plateTotal: Number(row.plate_total), capacity: PLATE_GROUP_CAPACITY, usedBy }
}
