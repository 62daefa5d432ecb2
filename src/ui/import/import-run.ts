import type { ListRow, RowFault, SheetRefusal } from '#contract/sheet-api.ts'
import type { Compared } from '../../lib/compared.ts'
import { faultOf, type Fault } from '../../lib/fault.ts'

/** What becomes of a row, or has become of it. */
export type Outcome = 'add' | 'change' | 'same' | 'elsewhere' | 'no-site' | 'full' | RowFault | 'added' | 'changed' | 'refused'

/** A row of the report. `place`: where it is already; `code`: why the service refused it. */
export interface ReportRow extends ListRow {
  outcome: Outcome
  place?: string
  code?: number
}

/** How a list is read, compared and written. */
export interface Importer<Item> {
  read: (file: File, watch: { signal: AbortSignal; onRows: (rows: number) => void }) => Promise<ListRow[] | SheetRefusal>
  /** Of rows that nothing is wrong with, in their order; `room`: how many more can be added. Throws the error of a call. */
  compare: (rows: readonly ListRow[], signal: AbortSignal) => Promise<{ compared: readonly Compared<Item>[]; room: number }>
  /** Writes a piece, and answers which of it were passed over. Throws the error of a call. */
  send: (items: Item[]) => Promise<{ refused: readonly { index: number; code: number }[] }>
  piece: number
}

export type ImportState =
  | { kind: 'idle'; refusal?: SheetRefusal; fault?: Fault }
  | { kind: 'reading'; rows: number }
  | { kind: 'comparing'; rows: number }
  /** `ready`: rows that would be written. */
  | { kind: 'report'; rows: readonly ReportRow[]; ready: number }
  | { kind: 'sending'; rows: readonly ReportRow[]; done: number; of: number; isStopping: boolean }
  /** `left`: rows that were not written, as somebody called it off or the service could not be asked. */
  | { kind: 'done'; rows: readonly ReportRow[]; left: number; fault?: Fault }

interface Waiting<Item> {
  /** Its place in the report. */
  at: number
  outcome: 'added' | 'changed'
  item: Item
}

/** One import: a file is read and compared, the report is looked at, and what is to be written goes to the service in pieces. */
export class ImportRun<Item> {
  readonly #importer: Importer<Item>
  readonly #listeners = new Set<() => void>()
  #state: ImportState = { kind: 'idle' }
  #waiting: Waiting<Item>[] = []
  #calling = new AbortController()

  constructor(importer: Importer<Item>) {
    this.#importer = importer
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly read = (): ImportState => this.#state

  /** Reads a file and compares its rows: nothing is written. */
  async open(file: File): Promise<void> {
    this.#calling.abort()
    const calling = new AbortController()
    this.#calling = calling
    const { signal } = calling
    this.#set({ kind: 'reading', rows: 0 })
    try {
      const onRows = (rows: number) => this.#calling === calling && this.#set({ kind: 'reading', rows })
      const read = await this.#importer.read(file, { signal, onRows })
      if (typeof read === 'string') return this.#set({ kind: 'idle', refusal: read })
      this.#set({ kind: 'comparing', rows: read.length })
      const fault = await faultOf(this.#compare(read, signal))
      if (fault !== undefined && !signal.aborted) this.#set({ kind: 'idle', fault })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #compare(read: readonly ListRow[], signal: AbortSignal): Promise<void> {
    const sound = read.filter(({ fault }) => fault === undefined)
    const { compared, room } = await this.#importer.compare(sound, signal)
    signal.throwIfAborted()
    this.#waiting = []
    let left = room
    let next = 0
    const rows = read.map((row, at): ReportRow => {
      if (row.fault !== undefined) return { ...row, outcome: row.fault.kind }
      const standing = compared[next++]
      if (standing === undefined || standing.standing === 'same') return { ...row, outcome: 'same' }
      if (standing.standing === 'no-site') return { ...row, outcome: 'no-site' }
      if (standing.standing === 'elsewhere') return { ...row, outcome: 'elsewhere', place: standing.place }
      if (standing.standing === 'add' && left-- <= 0) return { ...row, outcome: 'full' }
      this.#waiting.push({ at, outcome: standing.standing === 'add' ? 'added' : 'changed', item: standing.item })
      return { ...row, outcome: standing.standing }
    })
    this.#set({ kind: 'report', rows, ready: this.#waiting.length })
  }

  /** Writes what the report says, piece by piece; also what was left of it. */
  async send(): Promise<void> {
    const state = this.#state
    if (state.kind !== 'report' && state.kind !== 'done') return
    let rows = state.rows
    const of = this.#waiting.length
    this.#set({ kind: 'sending', rows, done: 0, of, isStopping: false })
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, this.#importer.piece)
      let refused: readonly { index: number; code: number }[] = []
      const fault = await faultOf(this.#importer.send(some.map(({ item }) => item)).then((told) => (refused = told.refused)))
      if (fault !== undefined) return this.#set({ kind: 'done', rows, left: this.#waiting.length, fault })
      this.#waiting = this.#waiting.slice(some.length)
      rows = written(rows, some, refused)
      const isStopping = this.#state.kind === 'sending' && this.#state.isStopping
      if (isStopping) break
      this.#set({ kind: 'sending', rows, done: of - this.#waiting.length, of, isStopping })
    }
    this.#set({ kind: 'done', rows, left: this.#waiting.length })
  }

  /** Calls off what is going on. A piece that is on its way is waited for: what was written is told. */
  stop(): void {
    if (this.#state.kind === 'sending') this.#set({ ...this.#state, isStopping: true })
    else {
      this.#calling.abort()
      if (this.#state.kind === 'reading' || this.#state.kind === 'comparing') this.#set({ kind: 'idle' })
    }
  }

  #set(state: ImportState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function written<Item>(
  rows: readonly ReportRow[],
  some: readonly Waiting<Item>[],
  refused: readonly { index: number; code: number }[],
): readonly ReportRow[] {
  const codes = new Map(refused.map(({ index, code }) => [index, code]))
  const next = [...rows]
  for (const [index, { at, outcome }] of some.entries()) {
    const row = next[at]
    const code = codes.get(index)
    if (row !== undefined) next[at] = code === undefined ? { ...row, outcome } : { ...row, outcome: 'refused', code }
  }
  return next
}
