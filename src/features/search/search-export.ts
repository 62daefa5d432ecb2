import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { proxy } from 'valtio'
import { EXPORT_ROWS } from '#contract/calls/event/event-export.ts'
import type { Language } from '#contract/enums.ts'
import { fileNameOf } from '#contract/rules.ts'
import { CallError } from '../../data/core/call-error.ts'
import type { EventFilter } from '#contract/calls/event/event-search-list.ts'
import { exportEvents, type Made } from '../../data/records/events.ts'
import { saveFile } from '../../lib/share-file.ts'
import { say } from '../../ui/notice/toast-store.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'xlsx with pictures'

/** The export that is being made: one at a time, also when the page is left. Written by this file only. */
export const searchExport = proxy<{
  state: { kind: 'none' } | { kind: 'made'; made?: Made } | { kind: 'coming'; bytes: number; totalBytes?: number }
}>({ state: { kind: 'none' } })

let calling: AbortController | undefined

/** Calls off the export that is being made. */
export function cancelSearchExport(): void {
  calling?.abort()
}

/** Saves all that a search finds as a file, which the service makes in the language that is shown. `span` says of which time, in its name. */
export async function exportSearch(filter: EventFilter, format: ExportFormat, span: string): Promise<void> {
  if (searchExport.state.kind !== 'none') return
  calling = new AbortController()
  searchExport.state = { kind: 'made' }
  const withPictures = format === 'xlsx with pictures'
  const ending = format === 'csv' ? format : 'xlsx'
  let rows = 0
  try {
    const language = i18n.locale as Language
    const file = await exportEvents(
      filter,
      { format: ending, withPictures, language },
      {
        signal: calling.signal,
        onMade: ({ rows: done, totalRows }) => {
          rows = totalRows
          if (searchExport.state.kind === 'made') searchExport.state = { kind: 'made', made: { rows: done, totalRows } }
        },
        onProgress: ({ bytes, totalBytes }) => {
          if (searchExport.state.kind !== 'none')
            searchExport.state = { kind: 'coming', bytes, ...(totalBytes !== undefined && { totalBytes }) }
        },
      },
    )
    saveFile(new File([file], fileNameOf(t`Events ${span}.${ending}`), { type: file.type }))
    const count = i18n.number(EXPORT_ROWS)
    say(
      'done',
      rows === EXPORT_ROWS
        ? t`The file is saved. It holds the newest ${count} events; search a shorter time for those before.`
        : t`The file is saved.`,
    )
  } catch (error) {
    // Called off, or announced already.
    if (!calling.signal.aborted && !(error instanceof CallError)) throw error
  } finally {
    searchExport.state = { kind: 'none' }
  }
}
