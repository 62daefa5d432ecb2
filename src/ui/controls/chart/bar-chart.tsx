import { ticksTo } from './scale.ts'
import classes from './bar-chart.module.css'

const MOST_TICKS = 4

interface BarChartProps {
  /** What it shows. */
  label: string
  /** At the head of the names and of the values, for those who have it read to them. */
  heads: readonly [name: string, value: string]
  /** From top to bottom; no value is below 0. */
  bars: readonly { id: string; name: string; value: number }[]
  /** A value in words: beside its bar, and on the axis. */
  textOf: (value: number) => string
  /** In a column at the side: short names beside short values. */
  isSlim?: boolean
}

/** Values side by side, as bars on an axis from 0. It is a table, and is read as one. */
export function BarChart({ label, heads, bars, textOf, isSlim }: BarChartProps) {
  const ticks = ticksTo(Math.max(0, ...bars.map(({ value }) => value)), isSlim === true ? MOST_TICKS / 2 : MOST_TICKS)
  const top = ticks.at(-1) || 1
  return (
    <div className={classes['chart']} data-slim={isSlim}>
      <table aria-label={label}>
        <thead className="sl-unseen">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ id, name, value }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                <svg aria-hidden preserveAspectRatio="none" viewBox="0 0 1 1">
                  <rect width={value / top} height="1" />
                </svg>
                <span className="sl-figures">{textOf(value)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes['axis']} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className="sl-figures" style={{ left: `${(tick / top) * 100}%` }}>
            {textOf(tick)}
          </span>
        ))}
      </div>
    </div>
  )
}
