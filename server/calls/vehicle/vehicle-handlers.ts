import type { vehicleCalls } from '#contract/calls/vehicle/vehicle-calls.ts'
import type { Handler } from '../handler.ts'
import { plateAdd } from './plate-add.ts'
import { plateDelete } from './plate-delete.ts'
import { plateEdit } from './plate-edit.ts'
import { plateGroupAdd } from './plate-group-add.ts'
import { plateGroupDelete } from './plate-group-delete.ts'
import { plateGroupEdit } from './plate-group-edit.ts'
import { plateGroupList } from './plate-group-list.ts'
import { plateImport } from './plate-import.ts'
import { plateList } from './plate-list.ts'

type VehicleCalls = typeof vehicleCalls

/** What answers the calls of the plate database. */
export const vehicleHandlers: { readonly [Name in keyof VehicleCalls]: Handler<VehicleCalls[Name]> } = {
  plateGroupList,
  plateGroupAdd,
  plateGroupEdit,
  plateGroupDelete,
  plateList,
  plateAdd,
  plateEdit,
  plateDelete,
  plateImport,
}
