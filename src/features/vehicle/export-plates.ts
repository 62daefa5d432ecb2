import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { listColumns } from '#contract/sheet-api.ts'
import { fileNameOf } from '#contract/rules.ts'
import { xlsxOf } from '../../data/records/sheet-worker.ts'
import { csvOf } from '../../lib/csv.ts'
import { saveFile } from '../../lib/share-file.ts'
import { columnNames } from '../../ui/import/import-words.ts'
import { textsOf } from './plate-words.ts'

/** Saves plates as a list that can be imported again, in the language that is shown. */
export async function exportPlates(name: string, plates: readonly Plate[], format: 'xlsx' | 'csv'): Promise<void> {
  const rows = plates.map(textsOf).map((texts) => listColumns.plates.map((column) => texts[column]))
  await save(name, [heading(), ...rows], format)
}

/** Saves an empty list with the headings. */
export async function savePlateTemplate(): Promise<void> {
  await save(t`Plates template`, [heading()], 'xlsx')
}

const heading = () => listColumns.plates.map((column) => i18n._(columnNames[column]))

async function save(name: string, rows: string[][], format: 'xlsx' | 'csv'): Promise<void> {
  const file = format === 'csv' ? new Blob([csvOf(rows)], { type: 'text/csv' }) : await xlsxOf(t`Plates`, rows)
  saveFile(new File([file], fileNameOf(`${name}.${format}`), { type: file.type }))
}
