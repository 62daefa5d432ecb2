import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ListColumn, SheetRefusal } from '#contract/sheet-api.ts'
import type { Outcome } from './import-run.ts'

/** What columns of lists are called; of those that go by other names in a file, see `shared/sheet/columns.ts`. */
export const columnNames: Record<ListColumn, MessageDescriptor> = {
  plate: msg`Plate`,
  vehicleType: msg`Vehicle type`,
  brand: msg`Brand`,
  model: msg`Model`,
  colour: msg`Color`,
  owner: msg`Owner`,
  phone: msg`Phone`,
  name: msg`Name`,
  email: msg`E-mail`,
  sn: msg`Serial number`,
  securityCode: msg`Security code`,
  site: msg`Site`,
}

/** What becomes of rows, in the order in which it is offered to look at them. */
export const outcomeNames: Record<Outcome, MessageDescriptor> = {
  add: msg`Will be added`,
  change: msg`Will be changed`,
  added: msg`Added`,
  changed: msg`Changed`,
  refused: msg`Refused by the service`,
  same: msg`Already there`,
  elsewhere: msg`In another group`,
  missing: msg`Something is missing`,
  twice: msg`Twice in the file`,
  'too-long': msg`Too long`,
  forbidden: msg`Forbidden characters`,
  email: msg`No e-mail address`,
  phone: msg`No telephone number`,
  colour: msg`Unknown color`,
  formula: msg`A formula`,
  label: msg`Not as on a label`,
  'no-site': msg`No such site`,
  full: msg`No room left`,
}
export const outcomes = Object.keys(outcomeNames) as Outcome[]

/** Outcomes of rows that are written. */
export const goodOutcomes: ReadonlySet<Outcome> = new Set(['add', 'change', 'added', 'changed'])

/** Why nothing of a file is taken. */
export const refusalTexts: Record<SheetRefusal, MessageDescriptor> = {
  'no-spreadsheet': msg`This is no spreadsheet. Choose a file of Excel (xlsx or xls) or a text file (csv).`,
  'too-large': msg`The file is too large for a list, or unpacks into more than a list can have. Nothing of it was read.`,
  overlapping: msg`The file is put together in a way that no spreadsheet program does. Nothing of it was read.`,
  damaged: msg`The file is damaged. Open it in a spreadsheet program and save it again.`,
  'too-many-rows': msg`The file has more than 20,000 rows. Divide it into several files.`,
  'no-column': msg`The column that every row needs was not found. Compare the headings with those of the template.`,
  'no-rows': msg`Below the headings the file has no rows.`,
  'too-slow': msg`The file takes too long to read and was given up. Save it again without anything but the list.`,
}
