import { useLingui } from '@lingui/react/macro'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { NotThereYet } from '../../page/not-there-yet.tsx'
import { useNarrow } from '../../page/use-narrow.ts'
import type { Column } from './column.ts'
import { rowAfterKey } from './row-keys.ts'
import { SelectBox } from './select-box.tsx'
import { sortRows, type Sort } from './sort-rows.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { rowIndexOf, useActiveRow } from './use-active-row.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { useRowWindow } from './use-row-window.ts'
import classes from './table.module.css'

interface Selection {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}
interface DataTableProps<Row> {
  /** Under which the widths of its columns are remembered. */
  id: string
  /** What it is a table of. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until they are there. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What a row is called where it stands alone. */
  rowName: (row: Row) => string
  /** Why the rows are not there, and what is said of it when the service gave no reason. */
  error?: Error | null
  failed?: ReactNode
  onRetry?: () => void
  /** In the place of a table without rows. */
  empty?: ReactNode
  /** A press on a row, or Enter, opens it. */
  onOpen?: (row: Row) => void
  /** The row that is open beside the table. */
  openId?: string
  /** Rows that need no attention. */
  isDim?: (row: Row) => boolean
  selection?: Selection
  sort?: Sort
  /** Only with all rows at hand, or where the service sorts them. */
  onSort?: (sort: Sort | undefined) => void
  /** They come in the order of `sort`. */
  isSorted?: boolean
  /** Told which rows are on the screen, the first and the last: a very long table can fetch them then. */
  onShown?: (first: number, last: number) => void
  className?: string
}

/**
 * A table: arrows move between its rows, Enter opens one, Shift chooses all on the way; its head stays in sight, its columns are as wide as the person makes them, and
 * however long it is, what is drawn is in sight. While there are no rows it says why. Below 768 px each row has two lines.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error = null, failed, onRetry, empty } = props
  if (rows === undefined) return <NotThereYet error={error} title={failed} onRetry={() => onRetry?.()} />
  return rows.length === 0 ? empty : <Rows {...props} rows={rows} />
}

/** What is pressed for its own sake within a row. */
const OWN_PRESSES = 'a, button, input, label, select'

function Rows<Row>({
  id,
  label,
  columns,
  rows: given,
  rowId,
  rowName,
  onOpen,
  openId,
  isDim,
  selection,
  sort,
  onSort,
  isSorted = false,
  onShown,
  className,
}: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { t, i18n } = useLingui()
  const isNarrow = useNarrow()
  const head = useRef<HTMLTableSectionElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  /** The row that was chosen last. */
  const anchor = useRef(0)
  const rows = useMemo(
    () => (onSort && !isSorted ? sortRows(given, columns, sort, i18n.locale) : given),
    [given, columns, sort, onSort, isSorted, i18n.locale],
  )
  const { current, moveTo, focus } = useActiveRow(body, rows, rowId)
  const { isLong, drawn, restPx, measure } = useRowWindow(body, { count: rows.length, active: current, isOneLine: !isNarrow })
  const shown = useEffectEvent((first: number, last: number) => onShown?.(first, last))
  const [first = 0, last = 0] = [
    drawn.find(({ index }) => index !== current)?.index,
    drawn.findLast(({ index }) => index !== current)?.index,
  ]
  useEffect(() => shown(first, last), [first, last])
  const { fixed, last: lastColumn, setWidth, fit } = useColumnWidths(id, columns, head, isLong)
  const canUse = onOpen !== undefined || selection !== undefined
  /** Chooses a row or lets it go; with Shift all from the one that was chosen last to this one. */
  function toggle(index: number, isRange: boolean) {
    const row = rows[index]
    if (selection === undefined || row === undefined) return
    const chosen = new Set(selection.chosen)
    const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
    if (isRange) for (const one of rows.slice(from, to + 1)) chosen.add(rowId(one))
    else if (!chosen.delete(rowId(row))) chosen.add(rowId(row))
    if (!isRange) anchor.current = index
    selection.onChoose(chosen)
  }
  function onClick({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) {
    const row = rows[rowIndexOf(target)]
    if (row === undefined || (target as Element).closest(OWN_PRESSES)) return
    if (selection !== undefined && (shiftKey || ctrlKey || metaKey)) {
      // Shift has marked what lies between, too.
      getSelection()?.removeAllRanges()
      return toggle(rowIndexOf(target), shiftKey)
    }
    // Whoever marks a text means to copy it.
    if (getSelection()?.isCollapsed === false) return
    if (onOpen) onOpen(row)
    else toggle(rowIndexOf(target), false)
  }
  function onChange({ target, nativeEvent }: ChangeEvent<HTMLElement>) {
    if (target.closest(`.${classes['select']}`)) toggle(rowIndexOf(target), 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target as Element).matches('[data-index]') || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[rowIndexOf(event.target)]
    const next = rowAfterKey(event.key, current, rows.length)
    if (next !== undefined) {
      moveTo(next)
      if (event.shiftKey) toggle(next, true)
    } else if (row !== undefined && event.key === 'Enter' && onOpen) onOpen(row)
    else if (row !== undefined && event.key === ' ' && selection) toggle(current, event.shiftKey)
    else return
    event.preventDefault()
  }
  const canSelect = selection !== undefined
  const select = useCallback(
    (row: Row, isChosen: boolean) => {
      const name = rowName(row)
      return <SelectBox label={t`Select “${name}”`} isChosen={isChosen} />
    },
    [t, rowName],
  )
  const chosen = selection?.chosen
  const chosenHere = useMemo(() => (chosen?.size ? rows.filter((row) => chosen.has(rowId(row))).length : 0), [chosen, rows, rowId])

  return (
    <table
      className={className === undefined ? classes['table'] : `${classes['table']} ${className}`}
      aria-label={label}
      aria-rowcount={isLong ? rows.length + 1 : undefined}
      data-fixed={(fixed !== undefined && !isNarrow) || undefined}
      data-usable={canUse || undefined}
      style={fixed && !isNarrow ? { minWidth: fixed.leastPx } : undefined}
    >
      {fixed && !isNarrow && (
        <colgroup>
          {canSelect && <col className={classes['select']} />}
          {columns.map((column) => (
            <col key={column.id} style={{ width: fixed.of(column) }} />
          ))}
        </colgroup>
      )}
      <TableHead
        ref={head}
        columns={columns}
        selectAll={
          selection && (
            <SelectBox
              label={t`Select all`}
              isChosen={chosenHere === rows.length}
              isPartly={chosenHere > 0 && chosenHere < rows.length}
              onChange={(isChosen) => selection.onChoose(new Set(isChosen ? rows.map(rowId) : []))}
            />
          )
        }
        isNarrow={isNarrow}
        sort={sort}
        onSort={onSort}
        last={lastColumn}
        widthOf={fixed?.of}
        onWidth={setWidth}
        onFit={fit}
      />
      <tbody ref={body} onClick={onClick} onChange={onChange} onKeyDown={onKeyDown} {...focus}>
        {/* One list of rows and gaps: within lists of their own, rows would be others as soon as they stand elsewhere, and lose the focus. */}
        {drawn.flatMap(({ index, gapPx }, place) => {
          const row = rows[index]
          if (row === undefined) return []
          const key = rowId(row)
          return [
            gapPx > 0 && <Gap key={`gap ${place}`} heightPx={gapPx} />,
            <TableRow
              key={key}
              row={row}
              index={index}
              columns={columns}
              select={canSelect ? select : undefined}
              isChosen={selection?.chosen.has(key) === true}
              isOpen={key === openId}
              isDim={isDim?.(row) === true}
              tabIndex={canUse ? (index === current ? 0 : -1) : undefined}
              isLong={isLong}
              measure={isNarrow || index === current ? measure : undefined}
            />,
          ]
        })}
        {restPx > 0 && <Gap heightPx={restPx} />}
      </tbody>
    </table>
  )
}

/** The room of rows that are not drawn. */
function Gap({ heightPx }: { heightPx: number }) {
  return <tr aria-hidden className={classes['gap']} style={{ height: heightPx }} />
}
