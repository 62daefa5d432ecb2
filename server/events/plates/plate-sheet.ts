import { PLATE_TEXT_LENGTH, plateNumber } from '#contract/plates.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { PlateFields } from './plates.ts'

/** Headings by which a column is known, in small letters without spaces. */
const headings = {
  plate: ['plate', 'platenumber', 'plateno', 'licenceplate', 'licenseplate', '车牌', '车牌号', '车牌号码'],
  vehicleType: ['vehicletype', 'type', '车辆类型', '车型'],
  owner: ['owner', 'ownername', '车主', '车主姓名'],
  phone: ['phone', 'phonenumber', 'telephone', '电话', '联系电话', '手机'],
} as const
type Column = keyof typeof headings
const columns = Object.keys(headings) as Column[]

/** A plate of a sheet, with the row that it stands in, from 1 as people count them. */
export interface SheetPlate extends Pick<PlateFields, Column> {
  row: number
}

/**
 * Reads the plates of a sheet: its first row that names a column of plates is the heading, rows after it without a plate are skipped.
 * Fails with no-plate-column, imported-text-too-long (a text over 32 characters), parameter-error (no plate); the detail names the cell.
 */
export function readPlateSheet(rows: readonly (readonly string[])[]): {
  plates: SheetPlate[]
  skipped: number
  plateCell: (row: number) => string
} {
  const headingAt = rows.findIndex((row) => row.some((text) => columnOf(text) === 'plate'))
  if (headingAt === -1) throw new CallFault('no-plate-column')
  const places = new Map<Column, number>()
  for (const [place, text] of (rows[headingAt] ?? []).entries()) {
    const column = columnOf(text)
    if (column !== undefined && !places.has(column)) places.set(column, place)
  }
  const plates: SheetPlate[] = []
  let skipped = 0
  for (const [index, row] of rows.entries()) {
    if (index <= headingAt) continue
    const read = (column: Column) => readCell(row, { row: index + 1, place: places.get(column) })
    if (row.every((text) => text.trim() === '')) continue
    const plate = read('plate')
    if (plate === '') {
      skipped += 1
      continue
    }
    const cell = cellName(index + 1, places.get('plate') ?? 0)
    if (!plateNumber.safeParse(plate).success) throw new CallFault('parameter-error', { field: cell })
    plates.push({ row: index + 1, plate, vehicleType: read('vehicleType'), owner: read('owner'), phone: read('phone') })
  }
  return { plates, skipped, plateCell: (row) => cellName(row, places.get('plate') ?? 0) }
}

function readCell(cells: readonly string[], { row, place }: { row: number; place: number | undefined }): string {
  const text = place === undefined ? '' : (cells[place] ?? '').trim()
  if (text.length > PLATE_TEXT_LENGTH) throw new CallFault('imported-text-too-long', { field: cellName(row, place ?? 0) })
  return text
}

function columnOf(text: string): Column | undefined {
  const heading = text.toLowerCase().replaceAll(/[\s_.*-]/g, '')
  return columns.find((column) => (headings[column] as readonly string[]).includes(heading))
}

/** A cell as spreadsheets name it: `C12`. */
function cellName(row: number, place: number): string {
  let letters = ''
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row}`
}
