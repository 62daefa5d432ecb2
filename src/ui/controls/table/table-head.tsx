import { useLingui } from '@lingui/react/macro'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import type { ReactNode, Ref } from 'react'
import type { Column } from './column.ts'
import { ColumnEdge } from './column-edge.tsx'
import { nextSort, type Sort } from './sort-rows.ts'
import classes from './table.module.css'

interface TableHeadProps<Row> {
  ref: Ref<HTMLTableSectionElement>
  columns: readonly Column<Row>[]
  /** The box that selects all, if rows can be selected. */
  selectAll: ReactNode
  isNarrow: boolean
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  /** The column that takes the rest of the room: it has no edge to move. */
  last: string | undefined
  /** Undefined while the columns fit what they hold. */
  widthOf: ((column: Column<Row>) => number | undefined) | undefined
  onWidth: (column: string, widthPx: number, isDone: boolean) => void
  onFit: () => void
}

/** The names of the columns, which stay in sight. Below 768 px they are read only: nothing in them can be pressed there. */
export function TableHead<Row>({ ref, columns, selectAll, isNarrow, sort, onSort, last, widthOf, onWidth, onFit }: TableHeadProps<Row>) {
  const { t } = useLingui()
  return (
    <thead ref={ref} className="sl-unseen-narrow">
      <tr>
        {selectAll !== undefined && (
          <th scope="col" className={classes['select']}>
            {/* The box names itself; a column is named by a text. */}
            <span className={isNarrow ? undefined : 'sl-unseen'}>{t`Selected`}</span>
            {!isNarrow && selectAll}
          </th>
        )}
        {columns.map((column, index) => {
          const { id, name, isNameHidden, kind, sortBy } = column
          const canSort = onSort !== undefined && sortBy !== undefined && !isNarrow
          const order = sort?.column === id ? sort : undefined
          return (
            <th
              key={id}
              scope="col"
              data-column={id}
              className={kind && classes[kind]}
              // Over the next one, on which half of its edge lies.
              style={{ zIndex: columns.length - index }}
              aria-sort={canSort && order ? (order.isDescending ? 'descending' : 'ascending') : undefined}
            >
              {canSort ? (
                <button type="button" className={classes['sort']} onClick={() => onSort(nextSort(sort, id))}>
                  {name}
                  {order &&
                    (order.isDescending ? (
                      <IconArrowDown size={14} stroke={1.5} aria-hidden />
                    ) : (
                      <IconArrowUp size={14} stroke={1.5} aria-hidden />
                    ))}
                </button>
              ) : (
                <span className={isNameHidden ? 'sl-unseen' : classes['name']}>{name}</span>
              )}
              {!isNarrow && kind !== 'actions' && id !== last && (
                <ColumnEdge
                  name={name}
                  widthPx={widthOf?.(column)}
                  onWidth={(widthPx, isDone) => onWidth(id, widthPx, isDone)}
                  onFit={onFit}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
