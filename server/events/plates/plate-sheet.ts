import { PLATE_TEXT_LENGTH, plateNumber } from '#contract/plates.ts'
import { cellName, findColumns, plateHeadings } from '#shared/sheet/columns.ts'
import { cellKey, type SheetTexts } from '#shared/sheet/workbook.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { PlateFields } from './plate-rows.ts'

type Column = 'plate' | 'vehicleType' | 'owner' | 'phone'

/** A plate of a sheet, with the row that it stands in, from 1 as people count them. */
export interface SheetPlate extends Pick<PlateFields, Column> {
  row: number
}

/**
 * Reads the plates of a sheet: its first row that names a column of plates is the heading, rows after it without a plate are skipped.
 * Fails with no-plate-column, imported-text-too-long (a text over 32 characters), parameter-error (no plate, or a formula); the detail names the
 * cell.
 */
export function readPlateSheet({ rows, formulas }: SheetTexts): {
  plates: SheetPlate[]
  skipped: number
  plateCell: (row: number) => string
} {
  const found = findColumns(rows, plateHeadings, 'plate')
  if (found === undefined) throw new CallFault('no-plate-column')
  const { headingRow, places } = found
  const plateCell = (row: number) => cellName(row - 1, places.get('plate') ?? 0)
  const plates: SheetPlate[] = []
  let skipped = 0
  for (const [index, row] of rows.entries()) {
    if (index <= headingRow || row.every((text) => text.trim() === '')) continue
    const read = (column: Column) => {
      const place = places.get(column)
      if (place === undefined) return ''
      const text = (row[place] ?? '').trim()
      if (formulas.has(cellKey(index, place))) throw new CallFault('parameter-error', { field: cellName(index, place) })
      if (text.length > PLATE_TEXT_LENGTH) throw new CallFault('imported-text-too-long', { field: cellName(index, place) })
      return text
    }
    const plate = read('plate')
    if (plate === '') {
      skipped += 1
      continue
    }
    if (!plateNumber.safeParse(plate).success) throw new CallFault('parameter-error', { field: plateCell(index + 1) })
    plates.push({ row: index + 1, plate, vehicleType: read('vehicleType'), owner: read('owner'), phone: read('phone') })
  }
  return { plates, skipped, plateCell }
}
