import { memo, type ReactNode } from 'react'
import type { Column } from './column.ts'
import classes from './table.module.css'

interface TableRowProps<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  /** The box that selects it, if rows can be selected. */
  select: ((row: Row, isChosen: boolean) => ReactNode) | undefined
  isChosen: boolean
  isOpen: boolean
  isDim: boolean
  /** Undefined for rows that nothing can be done with: they are not in the way of the keys. */
  tabIndex: 0 | -1 | undefined
  /** In a table of which not all rows are drawn, how tall it is. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

function PlainRow<Row>({ row, index, columns, select, isChosen, isOpen, isDim, tabIndex, measure }: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      data-dim={isDim}
      data-chosen={isChosen}
      tabIndex={tabIndex}
      aria-current={isOpen || undefined}
      aria-selected={select && isChosen}
      aria-rowindex={measure && index + 2}
    >
      {select && <td className={classes['select']}>{select(row, isChosen)}</td>}
      {columns.map(({ id, kind, narrow, title, cell }) => (
        <td key={id} data-column={id} data-narrow={narrow} className={kind && classes[kind]} title={title?.(row)}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A row, drawn anew only when something of it has changed: a table that scrolls draws those that come into sight alone. */
export const TableRow = memo(PlainRow) as typeof PlainRow
