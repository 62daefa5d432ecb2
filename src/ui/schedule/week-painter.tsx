import { Trans, useLingui } from '@lingui/react/macro'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { memo, useId, useRef, type ReactNode } from 'react'
import type { WeeklySchedule } from '#contract/weekly-schedule.ts'
import { ChoiceBar } from '../controls/choice-bar.tsx'
import { MenuButton, MenuItem, MenuLine } from '../controls/menu.tsx'
import { withAside } from '../text/joined.ts'
import { presetTexts, scheduleText } from './schedule-words.ts'
import { dayName } from './day-names.ts'
import { usePainting } from './use-painting.ts'
import {
  cellsOf,
  CELLS_A_DAY,
  clockOf,
  isOnHalfHours,
  isPainted,
  painted,
  presetOf,
  presets,
  scheduleOf,
  weekDays,
  withDayCopied,
  type PresetName,
  type Spot,
  type Week,
} from './week-cells.ts'
import classes from './schedule.module.css'

const hours = [0, 3, 6, 9, 12, 15, 18, 21]
const allRows = weekDays.map((_day, row) => row)
const workRows = [0, 1, 2, 3, 4]
const presetNames = Object.keys(presets) as PresetName[]

interface WeekPainterProps {
  schedule: WeeklySchedule
  onChange: (schedule: WeeklySchedule) => void
  error: ReactNode
  /** By which clocks it goes. */
  clocks: ReactNode
  /** What is painted beside it, in another colour, and what that is called. Painting over it replaces it. */
  other?: { schedule: WeeklySchedule; name: string }
  /** It is the second of two that are painted. */
  isSecond?: boolean
}

/** The week in half hours, painted by pointer, finger or keys. */
export function WeekPainter({ schedule, onChange, error, clocks, other, isSecond = false }: WeekPainterProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const week = cellsOf(schedule)
  const beside = other && cellsOf(other.schedule)
  const paint = (next: Week) => onChange(scheduleOf(next))
  const { shown, focus, chosen, pointed, pointer, onKeyDown, setFocus } = usePainting(week, paint)
  const spotText = (from: Spot, to = from) => {
    const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
    const days = [...new Set([top, bottom])].map((row) => dayName(weekDays[row] ?? 0, i18n.locale, 'long')).join(' – ')
    return withAside(days, `${clockOf(Math.min(from.cell, to.cell))} – ${clockOf(Math.max(from.cell, to.cell) + 1)}`)
  }
  const spoken = chosen ? spotText(chosen.from, chosen.to) : pointed ? spotText(pointed) : undefined
  return (
    <div className={classes['painter']} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <ChoiceBar
        label={t`Schedules often wanted`}
        choices={presetNames.map((name) => ({ id: name, name: i18n._(presetTexts[name]) }))}
        value={presetOf(schedule)}
        onChoose={(name) => onChange(presets[name])}
      />
      <p className={`${classes['read']} sl-figures`}>
        {schedule.length === 0 ? <Trans>Never</Trans> : scheduleText(schedule)} <span aria-live="polite">{spoken}</span>
      </p>
      <div
        ref={grid}
        className={classes['grid']}
        role="grid"
        aria-label={t`Half hours of the week`}
        aria-multiselectable
        aria-describedby={`${id}-keys${error ? ` ${id}-error` : ''}`}
        tabIndex={-1}
        data-own-keys
        data-second={isSecond || undefined}
        {...pointer}
        onKeyDown={(event) => {
          const next = onKeyDown(event)
          if (next) grid.current?.querySelector<HTMLElement>(`[data-spot="${next.row} ${next.cell}"]`)?.focus()
        }}
      >
        <div className={classes['hours']} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {hour}
            </span>
          ))}
        </div>
        {weekDays.map((day, row) => (
          <div key={day} role="row" className={classes['row']}>
            <div role="rowheader" className={classes['day']}>
              <span title={dayName(day, i18n.locale, 'long')}>{dayName(day, i18n.locale, 'short')}</span>
              <MenuButton
                label={t`${dayName(day, i18n.locale, 'long')}: copy or clear`}
                icon={<IconDots size={14} stroke={1.5} aria-hidden />}
              >
                <MenuItem label={t`Copy to all days`} onClick={() => paint(withDayCopied(week, row, allRows))} />
                <MenuItem label={t`Copy to Monday to Friday`} onClick={() => paint(withDayCopied(week, row, workRows))} />
                <MenuItem label={t`Copy to Saturday and Sunday`} onClick={() => paint(withDayCopied(week, row, [5, 6]))} />
                <MenuLine />
                <MenuItem
                  label={t`The whole day`}
                  onClick={() => paint(painted(week, { row, cell: 0 }, { row, cell: CELLS_A_DAY - 1 }, true))}
                />
                <MenuItem
                  label={t`Nothing on this day`}
                  onClick={() => paint(painted(week, { row, cell: 0 }, { row, cell: CELLS_A_DAY - 1 }, false))}
                />
              </MenuButton>
            </div>
            <DayCells
              row={row}
              day={dayName(day, i18n.locale, 'long')}
              text={cellsText(shown, row, beside)}
              otherName={other?.name ?? ''}
              tabCell={focus.row === row ? focus.cell : -1}
              chosen={chosenText(chosen, row)}
              onFocus={(cell) => setFocus({ row, cell })}
            />
          </div>
        ))}
      </div>
      <p id={`${id}-keys`} className={classes['hint']}>
        <Trans>Draw over the half hours. By keys: arrows move, Shift and arrows choose, the space bar paints or clears.</Trans>
      </p>
      <p className={classes['hint']}>{clocks}</p>
      {!isOnHalfHours(schedule) && (
        <p className={classes['hint']}>
          <Trans>This schedule has times between the half hours. They stay until something is painted; then whole half hours hold.</Trans>
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

/** What is painted of a day as a text, so that a day is drawn anew only when something of it has changed. */
function cellsText(week: Week, row: number, beside: Week = []): string {
  const textOf = (spot: Spot) => (isPainted(week, spot) ? '1' : isPainted(beside, spot) ? '2' : '0')
  return Array.from({ length: CELLS_A_DAY }, (_, cell) => textOf({ row, cell })).join('')
}

function chosenText(chosen: { from: Spot; to: Spot } | undefined, row: number): string {
  if (chosen === undefined) return ''
  const { from, to } = chosen
  if (row < Math.min(from.row, to.row) || row > Math.max(from.row, to.row)) return ''
  return `${Math.min(from.cell, to.cell)} ${Math.max(from.cell, to.cell)}`
}

interface DayCellsProps {
  row: number
  day: string
  text: string
  /** What is painted beside is called so. */
  otherName: string
  /** The half hour that Tab goes to, or -1. */
  tabCell: number
  /** The first and the last half hour that are chosen. */
  chosen: string
  onFocus: (cell: number) => void
}

const DayCells = memo(
  function DayCells({ row, day, text, otherName, tabCell, chosen, onFocus }: DayCellsProps) {
    const [first = -1, last = -1] = chosen === '' ? [] : chosen.split(' ').map(Number)
    return (
      <div className={classes['cells']} data-cells role="presentation">
        {text.split('').map((one, cell) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a half hour is its place
            key={cell}
            role="gridcell"
            data-spot={`${row} ${cell}`}
            data-chosen={(cell >= first && cell <= last) || undefined}
            data-other={one === '2' || undefined}
            aria-selected={one === '1'}
            aria-label={`${day} ${clockOf(cell)}${one === '2' ? ` ${otherName}` : ''}`}
            tabIndex={cell === tabCell ? 0 : -1}
            onFocus={() => onFocus(cell)}
          />
        ))}
      </div>
    )
  },
  (before, after) =>
    before.text === after.text && before.tabCell === after.tabCell && before.chosen === after.chosen && before.day === after.day,
)
