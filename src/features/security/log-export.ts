import { t } from '@lingui/core/macro'
import { proxy } from 'valtio'
import { CallError } from '../../data/core/call-error.ts'
import { readAllLogs, type LogFilter, type OpLog } from '../../data/organization/op-logs.ts'
import { csvOf } from '#shared/sheet/write-csv.ts'
import { sortableTime } from '#shared/time/sortable-time.ts'
import { saveFile } from '../../lib/share-file.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { moduleName, operationName } from './log-names.ts'
import { resultText } from './log-result.ts'

/** The export that is being made: one at a time, also when the page is left. Written by this file only. */
export const logExport = proxy<{ state: { kind: 'none' } | { kind: 'reading'; read: number; total: number } }>({ state: { kind: 'none' } })

let calling: AbortController | undefined

/** Calls off the export that is being made. */
export function cancelLogExport(): void {
  calling?.abort()
}

/** Saves everything that the filter lets through as a CSV file, in the language that is shown. `nowMs`: the service's clock. */
export async function exportLogs(filter: LogFilter, nowMs: number, fileName: string): Promise<void> {
  if (logExport.state.kind !== 'none') return
  calling = new AbortController()
  logExport.state = { kind: 'reading', read: 0, total: 0 }
  try {
    // What is done meanwhile would shift the pages.
    const untilMs = Math.max(filter.fromMs, Math.min(filter.untilMs, Math.floor(nowMs) - 1))
    const logs = await readAllLogs({ ...filter, untilMs }, calling.signal, (progress) => {
      logExport.state = { kind: 'reading', ...progress }
    })
    saveFile(new File([csvOf([headings(), ...logs.map(rowOf)])], fileName, { type: 'text/csv' }))
    say('done', t`The file is saved.`)
  } catch (error) {
    // Called off, or announced already.
    if (!calling.signal.aborted && !(error instanceof CallError)) throw error
  } finally {
    logExport.state = { kind: 'none' }
  }
}

function headings(): string[] {
  return [t`Time`, t`Person`, t`Operation`, t`Module`, t`Address`, t`Result`, t`Code`, t`Details`]
}

function rowOf(log: OpLog): string[] {
  const { atMs, userName, module, address, code, detail } = log
  const operation = operationName(log.function)
  return [sortableTime(atMs), userName, operation, moduleName(module), address, resultText(code), String(code), detail]
}
