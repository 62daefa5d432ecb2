import { t } from '@lingui/core/macro'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { listColumns } from '#contract/sheet-api.ts'
import { xlsxOf } from '../../data/records/sheet-worker.ts'
import { headingsOf, saveList } from '../../ui/import/save-list.ts'
import { textsOf } from './plate-words.ts'

/** Saves plates as a list that can be imported again, in the language that is shown. */
export async function exportPlates(name: string, plates: readonly Plate[], format: 'xlsx' | 'csv'): Promise<void> {
  const rows = plates.map(textsOf).map((texts) => listColumns.plates.map((column) => texts[column]))
  await saveList({ name, rows: [headingsOf('plates'), ...rows], format, xlsxOf })
}

/** Saves an empty list with the headings. */
export async function savePlateTemplate(): Promise<void> {
  await saveList({ name: t`Plates template`, rows: [headingsOf('plates')], format: 'xlsx', xlsxOf })
}
