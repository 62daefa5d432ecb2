import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { listColumns, MOST_SHEET_ROWS } from '#contract/sheet-api.ts'
import { coreState } from '../../../data/core/core.ts'
import { BINDS_A_PIECE, bindDevices, compareDevices, refreshDevices } from '../../../data/places/device-import.ts'
import { sitesQuery } from '../../../data/places/sites.ts'
import { readListFile, xlsxOf } from '../../../data/records/sheet-worker.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Textarea } from '../../../ui/controls/textarea.tsx'
import { ImportDialog } from '../../../ui/import/import-dialog.tsx'
import { headingsOf, saveList } from '../../../ui/import/save-list.ts'
import { pastedList } from './pasted-list.ts'
import classes from './adding.module.css'

/** Binds the devices of a list, line by line: good lines are bound, the others stay with what is wrong with them. */
export function AddByList({ lead, onClose }: { lead: ReactNode; onClose: () => void }) {
  const { t } = useLingui()
  const { sites } = useSuspenseQuery(sitesQuery).data
  const [otherwise, setOtherwise] = useState(sites[0]?.siteId ?? '')
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  return (
    <ImportDialog
      id="device-import"
      title={<Trans>Add device</Trans>}
      lead={
        <>
          {lead}
          <Select
            className={classes['narrow'] ?? ''}
            label={t`Site of rows that name none`}
            data={sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName }))}
            value={otherwise}
            onChange={({ currentTarget }) => setOtherwise(currentTarget.value)}
          />
        </>
      }
      renderMore={(open, isDisabled) => <Paste isDisabled={isDisabled} onList={open} />}
      importer={{
        read: (file, watch) => readListFile('devices', file, watch),
        compare: async (rows) => ({ compared: compareDevices(rows, sites, otherwise), room: MOST_SHEET_ROWS }),
        send: bindDevices,
        piece: BINDS_A_PIECE,
      }}
      columns={listColumns.devices}
      required={['sn', 'securityCode']}
      beside={['name', 'site']}
      offlineReason={offlineReason}
      onTemplate={() => void saveList({ name: t`Devices template`, rows: [headingsOf('devices')], format: 'xlsx', xlsxOf })}
      onWritten={refreshDevices}
      onClose={onClose}
    />
  )
}

function Paste({ isDisabled, onList }: { isDisabled: boolean; onList: (file: File) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <div className={classes['paste']}>
      <Textarea
        label={t`Or paste lines here`}
        description={t`Serial number, security code, name and site, with commas or tabs between, or copied from a spreadsheet.`}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={isDisabled || text.trim() === ''}
        onClick={() => onList(new File([pastedList(text)], 'pasted.csv', { type: 'text/csv' }))}
      >
        <Trans>Read the lines</Trans>
      </Button>
    </div>
  )
}
