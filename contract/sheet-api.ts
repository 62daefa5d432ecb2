/** Lists that are imported, with their columns in the order in which they are shown and exported. */
export const listColumns = {
  plates: ['plate', 'vehicleType', 'brand', 'model', 'colour', 'owner', 'phone'],
  contacts: ['name', 'email', 'phone'],
  devices: ['sn', 'securityCode', 'name', 'site'],
} as const
export type ListKind = keyof typeof listColumns
export type ListColumn = (typeof listColumns)[ListKind][number]

/** Why a row cannot be written. */
export type RowFault = 'missing' | 'too-long' | 'forbidden' | 'twice' | 'formula' | 'email' | 'phone' | 'colour' | 'label'

/**
 * A row of a list that is not empty. `row`: as people count it in their file, from 1. `values`: of the columns that the file has. `fault`: what is
 * wrong with which column; `firstRow` where the same stands for the first time.
 */
export interface ListRow {
  row: number
  values: Readonly<Partial<Record<ListColumn, string>>>
  fault?: { kind: RowFault; column: ListColumn; firstRow?: number }
}

/** Why nothing of a file is taken. */
export type SheetRefusal =
  | 'no-spreadsheet'
  | 'too-large'
  | 'overlapping'
  | 'damaged'
  | 'too-many-rows'
  | 'no-column'
  | 'no-rows'
  | 'too-slow'

/** Rows of a file that are read: as many as a plate group can take, and as many again that are skipped. */
export const MOST_SHEET_ROWS = 20_000
/** The largest file that is looked into. */
export const MOST_SHEET_BYTES = 8 * 1024 * 1024

/** What the spreadsheet worker of a page is asked, once for each worker. `F`: a file of the browser's. */
export type ToSheetWorker<F> =
  | { op: 'read'; list: ListKind; file: F }
  | { op: 'write'; sheetName: string; rows: readonly (readonly string[])[] }

/** What it answers: pieces of rows and the end, or a file, or a refusal. */
export type FromSheetWorker =
  | { op: 'rows'; rows: ListRow[] }
  | { op: 'end' }
  | { op: 'file'; bytes: Uint8Array<ArrayBuffer> }
  | { op: 'refused'; reason: SheetRefusal }
