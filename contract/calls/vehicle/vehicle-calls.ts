import { plateAdd } from './plate-add.ts'
import { plateDelete } from './plate-delete.ts'
import { plateEdit } from './plate-edit.ts'
import { plateGroupAdd } from './plate-group-add.ts'
import { plateGroupDelete } from './plate-group-delete.ts'
import { plateGroupEdit } from './plate-group-edit.ts'
import { plateGroupList } from './plate-group-list.ts'
import { plateImport } from './plate-import.ts'
import { plateKnown } from './plate-known.ts'
import { plateList } from './plate-list.ts'
import { plateMerge } from './plate-merge.ts'
import { plateMove } from './plate-move.ts'

/** Calls of the plate database. */
export const vehicleCalls = {
  plateAdd,
  plateDelete,
  plateEdit,
  plateGroupAdd,
  plateGroupDelete,
  plateGroupEdit,
  plateGroupList,
  plateImport,
  plateKnown,
  plateList,
  plateMerge,
  plateMove,
} as const
