import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { ListColumn } from '#contract/sheet-api.ts'
import { StatusDot } from '../controls/status-dot.tsx'
import type { Column } from '../controls/table/column.ts'
import { DataTable } from '../controls/table/data-table.tsx'
import { named } from '../text/joined.ts'
import tables from '../controls/table/table.module.css'
import { Notice } from '../notice/notice.tsx'
import { errorText } from '../text/error-text.ts'
import type { Outcome, ReportRow } from './import-run.ts'
import { columnNames, goodOutcomes, outcomeNames, outcomes } from './import-words.ts'
import classes from './import.module.css'

interface ImportReportProps {
  id: string
  rows: readonly ReportRow[]
  /** The column that names a row. */
  main: ListColumn
  /** Others that are shown beside it. */
  beside: readonly ListColumn[]
}

const idOf = ({ row }: ReportRow) => String(row)

/** Every row of a file with what becomes of it; those of one outcome alone, if somebody wants to see them. */
export function ImportReport({ id, rows, main, beside }: ImportReportProps) {
  const { t, i18n } = useLingui()
  const [wanted, setWanted] = useState<Outcome>()
  const counts = useMemo(() => {
    const found = new Map<Outcome, number>()
    for (const { outcome } of rows) found.set(outcome, (found.get(outcome) ?? 0) + 1)
    return found
  }, [rows])
  // What nothing is left of any more is looked at no more.
  const shownOutcome = wanted !== undefined && counts.has(wanted) ? wanted : undefined
  const shown = useMemo(
    () => (shownOutcome === undefined ? rows : rows.filter(({ outcome }) => outcome === shownOutcome)),
    [rows, shownOutcome],
  )
  const { columns, nameOf } = useReport(main, beside)
  return (
    <>
      <div className={classes['filter']} role="group" aria-label={t`Show`}>
        <button type="button" aria-pressed={shownOutcome === undefined} onClick={() => setWanted(undefined)}>
          <Trans>All rows</Trans> <span className="sl-figures">{i18n.number(rows.length)}</span>
        </button>
        {outcomes.flatMap((outcome) => {
          const count = counts.get(outcome)
          if (count === undefined) return []
          return [
            <button key={outcome} type="button" aria-pressed={shownOutcome === outcome} onClick={() => setWanted(outcome)}>
              {i18n._(outcomeNames[outcome])} <span className="sl-figures">{i18n.number(count)}</span>
            </button>,
          ]
        })}
      </div>
      {/* It can be scrolled by keys, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */}
      <div className={classes['rows']} tabIndex={0} role="region" aria-label={t`Rows of the file`}>
        <DataTable
          key={shownOutcome ?? 'all'}
          id={id}
          label={t`Rows of the file`}
          columns={columns}
          rows={shown}
          rowId={idOf}
          rowName={nameOf}
          isDim={({ outcome }) => outcome === 'same'}
          empty={<Notice drawing="search" title={<Trans>There are no such rows.</Trans>} />}
        />
      </div>
    </>
  )
}

/** The columns of the report, and what a row is called. */
function useReport(main: ListColumn, beside: readonly ListColumn[]) {
  const { t, i18n } = useLingui()
  // What becomes of a row, and why.
  function outcomeText({ outcome, values, fault, place, code }: ReportRow): string {
    const name = i18n._(outcomeNames[outcome])
    if (place !== undefined) return t`Already there: in “${place}”`
    if (code !== undefined) return errorText({ code, message: '' })
    if (fault === undefined) return name
    const column = i18n._(columnNames[fault.column])
    if (fault.kind === 'missing') return t`Skipped: no ${column}`
    if (fault.kind === 'twice') return t`Skipped: as in row ${fault.firstRow ?? 0}`
    return named(name, fault.kind === 'colour' ? (values.colour ?? '') : column)
  }
  const nameOf = (row: ReportRow) => row.values[main] || t`Row ${row.row}`
  const columns: Column<ReportRow>[] = [
    { id: main, name: i18n._(columnNames[main]), kind: 'main', widthPx: 168, title: nameOf, cell: ({ values }) => values[main] || '–' },
    { id: 'row', name: t`Row`, kind: 'number', narrow: 'first', widthPx: 72, cell: ({ row }) => row },
    {
      id: 'outcome',
      name: t`Outcome`,
      narrow: 'second',
      widthPx: 280,
      title: (row) => outcomeText(row),
      cell: (row) => (
        <span className={tables['status']}>
          <StatusDot status={goodOutcomes.has(row.outcome) ? 'online' : 'warning'} word={i18n._(outcomeNames[row.outcome])} hideWord />
          {outcomeText(row)}
        </span>
      ),
    },
    ...beside.map(
      (column): Column<ReportRow> => ({
        id: column,
        name: i18n._(columnNames[column]),
        narrow: 'none',
        widthPx: 140,
        title: ({ values }) => values[column] ?? '',
        cell: ({ values }) => values[column] ?? '',
      }),
    ),
  ]
  return { columns, nameOf }
}
