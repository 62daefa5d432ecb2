import { Trans, useLingui } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { timeIn } from '#shared/time/zone.ts'
import type { EventFilter } from '#contract/calls/event/event-search-list.ts'
import { coreState } from '../../data/core/core.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuButton, MenuItem } from '../../ui/controls/menu.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { cancelSearchExport, exportSearch, searchExport, type ExportFormat } from './search-export.ts'
import classes from './search.module.css'

/** Saves what was found as a file, and says how far that has come. Not drawn anew with each page of what is found. */
export const ExportButton = memo(function ExportButton({ filter, zone }: { filter: EventFilter; zone: string }) {
  const { t, i18n } = useLingui()
  const { state } = useSnapshot(searchExport)
  const offline = useSnapshot(coreState).isServiceReachable ? {} : { reason: t`Only with the service. It cannot be reached now.` }
  if (state.kind === 'none') {
    const day = (timeMs: number) => timeIn(timeMs, zone, 'YYYY-MM-DD HH.mm')
    const save = (format: ExportFormat) => void exportSearch(filter, format, `${day(filter.fromMs)} – ${day(filter.toMs)}`)
    return (
      <MenuButton label={t`Export what was found`} icon={<IconDownload size={18} stroke={1.5} aria-hidden />}>
        <MenuItem label={t`Excel file (xlsx)`} {...offline} onClick={() => save('xlsx')} />
        <MenuItem label={t`Excel file with pictures`} {...offline} onClick={() => save('xlsx with pictures')} />
        <MenuItem label={t`Text file (csv)`} {...offline} onClick={() => save('csv')} />
      </MenuButton>
    )
  }
  const made = state.kind === 'made' ? state.made : undefined
  const [rows, totalRows] = [made?.rows ?? 0, made?.totalRows ?? 0].map((count) => i18n.number(count))
  const [bytes, total] = state.kind === 'made' ? ['', ''] : [state.bytes, state.totalBytes ?? 0].map((size) => bytesText(size, i18n.locale))
  return (
    <>
      <span className={`${classes['count']} sl-figures`} role="status">
        {made !== undefined ? (
          <Trans>
            {rows} of {totalRows} events
          </Trans>
        ) : state.kind === 'made' ? (
          <Trans>The file is being made…</Trans>
        ) : state.totalBytes === undefined ? (
          bytes
        ) : (
          <Trans>
            {bytes} of {total}
          </Trans>
        )}
      </span>
      <Button variant="default" size="compact-md" onClick={cancelSearchExport}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
})
