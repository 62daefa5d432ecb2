import type { ListColumn, ListKind, ListRow, SheetRefusal } from '#contract/sheet-api.ts'
import { findColumns } from '#shared/sheet/columns.ts'
import { cellKey, type SheetTexts } from '#shared/sheet/workbook.ts'
import { lists } from './lists.ts'

/** Finds the list in a sheet, and says of each row that is not empty whether it can be written. */
export function judge(kind: ListKind, { rows, formulas }: SheetTexts): ListRow[] | SheetRefusal {
  const list = lists[kind]
  const found = findColumns<ListColumn>(rows, list.headings, list.required)
  if (found === undefined) return 'no-column'
  const places = [...found.places]
  const seen = new Map<string, number>()
  const judged: ListRow[] = []
  for (const [index, texts] of rows.entries()) {
    if (index <= found.headingRow || texts.every((text) => text.trim() === '')) continue
    const row = index + 1
    const values: Partial<Record<ListColumn, string>> = {}
    for (const [column, place] of places) values[column] = (texts[place] ?? '').trim()
    const computed = places.find(([, place]) => formulas.has(cellKey(index, place)))?.[0]
    if (computed !== undefined) {
      judged.push({ row, values, fault: { kind: 'formula', column: computed } })
      continue
    }
    const checked = list.check(values)
    const key = list.keyOf(values)
    const firstRow = seen.get(key)
    if (checked.fault === undefined && firstRow !== undefined) checked.fault = { kind: 'twice', column: list.required, firstRow }
    if (checked.fault === undefined) seen.set(key, row)
    judged.push({ row, values: checked.values, ...(checked.fault && { fault: checked.fault }) })
  }
  return judged.length === 0 ? 'no-rows' : judged
}
