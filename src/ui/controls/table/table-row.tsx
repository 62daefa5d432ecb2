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
  /** Not all rows of the table are drawn: which one this is must be said. */
  isLong: boolean
  /** Where its height is looked at. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

function PlainRow<Row>({ row, index, columns, select, isChosen, isOpen, isDim, tabIndex, isLong, measure }: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      data-dim={isDim}
      data-chosen={isChosen}
      tabIndex={tabIndex}
      aria-current={isOpen || undefined}
      aria-selected={select && isChosen}
      aria-rowindex={isLong ? index + 2 : undefined}
    >
      {select && <td className={classes['select']}>{select(row, isChosen)}</td>}
      {columns.map(({ id, kind, narrow, title, cell }) => {
        const content = cell(row)
        const whole = title ? title(row) : typeof content === 'string' ? content : undefined
        return (
          <td key={id} data-column={id} data-narrow={narrow} className={kind && classes[kind]} title={whole}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** A row, drawn anew only when something of it has changed: a table that scrolls draws those that come into sight alone. */
export const TableRow = memo(PlainRow) as typeof PlainRow
