import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { proxy } from 'valtio'
import type { Language } from '#contract/enums.ts'
import { fileNameOf } from '#contract/rules.ts'
import { CallError } from '../../data/core/call-error.ts'
import type { EventFilter } from '#contract/calls/event/event-search-list.ts'
import { exportEvents } from '../../data/records/events.ts'
import { saveFile } from '../../lib/share-file.ts'
import { say } from '../../ui/notice/toast-store.ts'

export type ExportFormat = 'csv' | 'xlsx'

/** The export that is being made: one at a time, also when the page is left. Written by this file only. */
export const searchExport = proxy<{
  state: { kind: 'none' } | { kind: 'made'; format: ExportFormat } | { kind: 'coming'; bytes: number; totalBytes?: number }
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
  searchExport.state = { kind: 'made', format }
  try {
    const language = i18n.locale as Language
    const file = await exportEvents(
      filter,
      { format, language },
      {
        signal: calling.signal,
        onProgress: ({ bytes, totalBytes }) => {
          if (searchExport.state.kind !== 'none')
            searchExport.state = { kind: 'coming', bytes, ...(totalBytes !== undefined && { totalBytes }) }
        },
      },
    )
    saveFile(new File([file], fileNameOf(t`Events ${span}.${format}`), { type: file.type }))
    say('done', t`The file is saved.`)
  } catch (error) {
    // Called off, or announced already.
    if (!calling.signal.aborted && !(error instanceof CallError)) throw error
  } finally {
    searchExport.state = { kind: 'none' }
  }
}
