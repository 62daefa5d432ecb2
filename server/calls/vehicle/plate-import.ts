import { plateImport as call } from '#contract/calls/vehicle/plate-import.ts'
import { PLATE_GROUP_CAPACITY } from '#contract/calls/vehicle/plate.ts'
import { comparablePlate } from '#contract/plates.ts'
import type { Context } from '../../context.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { readPlateSheet, type SheetPlate } from '../../events/plates/plate-sheet.ts'
import { DuplicatePlate } from '../../events/plates/plates.ts'
import { readSheet } from '../../events/plates/read-sheet.ts'

/** Rows that are read: as many as a group can take, and as many again without a plate. */
const MOST_ROWS = 2 * PLATE_GROUP_CAPACITY

export const plateImport = handler(call, async ({ groupId, file }, context, { organizationId }) => {
  await context.licences.requireAny(organizationId)
  if ((await context.plates.findGroup(organizationId, groupId)) === undefined)
    throw new CallFault('plate-group-missing', { field: 'groupId' })
  if (!(file instanceof File)) throw new CallFault('parameter-error', { field: 'file' })
  return context.importTurns.run(organizationId, () => imported(file, { groupId, organizationId }, context))
})

async function imported(file: File, { groupId, organizationId }: { groupId: string; organizationId: string }, { plates: kept }: Context) {
  const rows = await readSheet(file, MOST_ROWS)
  if (rows === undefined) throw new CallFault('no-spreadsheet', { field: 'file' })
  if (rows === 'too-many-rows') throw new CallFault('plate-group-full')
  const { plates, skipped, plateCell } = readPlateSheet(rows)
  if (plates.length > PLATE_GROUP_CAPACITY) throw new CallFault('plate-group-full')
  const twice = firstTwice(plates)
  if (twice !== undefined) throw new CallFault('plate-exists', { field: plateCell(twice.row) })
  try {
    const none = { brand: '', model: '', colour: '' } as const
    await kept.add(
      organizationId,
      plates.map(({ row: _row, ...plate }) => ({ ...plate, ...none, groupId })),
    )
  } catch (fault) {
    if (fault instanceof DuplicatePlate) throw new CallFault('plate-exists', { field: plateCell(plates[fault.index]?.row ?? 0) })
    throw fault
  }
  return { imported: plates.length, skipped }
}

/** The first plate that stands in the sheet a second time. */
function firstTwice(plates: readonly SheetPlate[]): SheetPlate | undefined {
  const seen = new Set<string>()
  return plates.find(({ plate }) => {
    const key = comparablePlate(plate)
    const isTwice = seen.has(key)
    seen.add(key)
    return isTwice
  })
}
