import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ChangeLine } from '#contract/calls/device/many-change.ts'
import { callOffManyChange, manyChangeQuery, retryManyChange, type ChangeReport as Report } from '../../../data/places/many-changes.ts'
import { xlsxOf } from '../../../data/records/sheet-worker.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'
import { StatusDot, type Status } from '../../../ui/controls/status-dot.tsx'
import type { Column } from '../../../ui/controls/table/column.ts'
import { DataTable } from '../../../ui/controls/table/data-table.tsx'
import tables from '../../../ui/controls/table/table.module.css'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { saveList } from '../../../ui/import/save-list.ts'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { changeText, lineText } from './change-words.ts'
import classes from './many.module.css'

interface ChangeReportProps {
  jobId: string
  offlineReason: string | undefined
  onClose: () => void
}

/** How a change of many devices stands, device by device. It goes on without anybody who looks. */
export function ChangeReport({ jobId, offlineReason, onClose }: ChangeReportProps) {
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(manyChangeQuery(jobId))
  return (
    <Dialog title={data === undefined ? <Trans>Change of many devices</Trans> : changeText(data.change, i18n)} isWide onClose={onClose}>
      {data === undefined ? (
        <NotThereYet error={error} title={<Trans>The change could not be loaded.</Trans>} onRetry={() => void refetch()} />
      ) : (
        <ReportBody report={data} offlineReason={offlineReason} onClose={onClose} />
      )}
    </Dialog>
  )
}

const dots: Record<ChangeLine['state'], Status> = {
  waiting: 'offline',
  running: 'warning',
  done: 'online',
  failed: 'alarm',
  'called-off': 'offline',
}
const idOf = ({ sn }: ChangeLine) => sn
const nameOf = ({ name }: ChangeLine) => name

function ReportBody({ report, offlineReason, onClose }: { report: Report; offlineReason: string | undefined; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { isBusy, trouble, run } = useAction()
  const { jobId, lines, state, endedMs } = report
  const count = (...states: ChangeLine['state'][]) => lines.filter((line) => states.includes(line.state)).length
  const [done, failed, left] = [count('done'), count('failed'), count('called-off')]
  const isUnderWay = endedMs === null
  const columns = useColumns()
  return (
    <div className={classes['report']}>
      <p className={classes['sum']} role="status">
        {isUnderWay ? (
          <Trans>
            {i18n.number(done + failed)} of {i18n.number(lines.length)} are through. It goes on when you close this.
          </Trans>
        ) : state === 'called-off' && left > 0 ? (
          <Plural value={left} one="Called off: # device was left as it is." other="Called off: # devices were left as they are." />
        ) : failed === 0 ? (
          <Plural value={lines.length} one="Done for # device." other="Done for all # devices." />
        ) : (
          <Plural value={failed} one="Not done for # device." other="Not done for # devices." />
        )}
      </p>
      {isUnderWay && <ProgressBar label={t`Devices that are through`} value={done + failed + left} max={lines.length} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */}
      <div className={classes['lines']} tabIndex={0} role="region" aria-label={t`Devices of this change`}>
        <DataTable id="many-change" label={t`Devices of this change`} columns={columns} rows={lines} rowId={idOf} rowName={nameOf} />
      </div>
      <TroubleLine text={trouble} />
      <div className={classes['foot']}>
        <Button variant="default" onClick={() => void save(report, i18n)}>
          <Trans>Save as CSV</Trans>
        </Button>
        {isUnderWay && state === 'running' && count('waiting') > 0 && (
          <OnlineButton
            variant="default"
            loading={isBusy}
            offlineReason={offlineReason}
            onClick={() => void run(() => callOffManyChange(jobId))}
          >
            <Trans>Call off</Trans>
          </OnlineButton>
        )}
        {!isUnderWay && failed + left > 0 && (
          <OnlineButton
            variant="default"
            loading={isBusy}
            offlineReason={offlineReason}
            onClick={() => void run(() => retryManyChange(jobId))}
          >
            <Plural value={failed + left} one="Try # again" other="Try # again" />
          </OnlineButton>
        )}
        <Button data-autofocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  )

  /** The report as a list: also what is not done yet stands in it. */
  async function save({ change, lines: rows }: Report, { locale }: { locale: string }): Promise<void> {
    const heading = [t`Device`, t`Serial number`, t`What became of it`, t`When`]
    const told = rows.map((line) => [line.name, line.sn, lineText(line, i18n), dateTimeText(line.atMs, locale)])
    await saveList({ name: changeText(change, i18n), rows: [heading, ...told], format: 'csv', xlsxOf })
  }
}

function useColumns(): Column<ChangeLine>[] {
  const { t, i18n } = useLingui()
  return [
    { id: 'name', name: t`Device`, kind: 'main', widthPx: 200, title: nameOf, cell: nameOf },
    { id: 'sn', name: t`Serial number`, kind: 'code', narrow: 'none', widthPx: 170, cell: idOf },
    {
      id: 'state',
      name: t`What became of it`,
      narrow: 'second',
      widthPx: 320,
      title: (line) => lineText(line, i18n),
      cell: (line) => (
        <span className={tables['status']}>
          <StatusDot status={dots[line.state]} word={lineText(line, i18n)} hideWord />
          {lineText(line, i18n)}
        </span>
      ),
    },
  ]
}
