import { ticksTo } from './scale.ts'
import classes from './line-chart.module.css'

const MOST_TICKS = 4
/** The drawing's own units; it is stretched to its place. */
const WIDTH = 1000
const HEIGHT = 100

interface LineChartProps {
  /** What it shows. */
  label: string
  /** At the head of the times and of the values, for those who have it read to them. */
  heads: readonly [time: string, value: string]
  /** The oldest first; null where nobody knows, and the line has a gap. No value is below 0. */
  points: readonly { atMs: number; value: number | null }[]
  /** From when until when; points are within. */
  fromMs: number
  untilMs: number
  /** Further apart than this two points are not joined. */
  joinedMs: number
  /** What the axis goes up to at least. */
  top: number
  /** A value in words: on the axis, and for those who have it read to them. */
  textOf: (value: number) => string
  timeText: (atMs: number) => string
}

/** A value over time, as a line on an axis from 0. To those who do not see it, it is a table. */
export function LineChart({ label, heads, points, fromMs, untilMs, joinedMs, top, textOf, timeText }: LineChartProps) {
  const known = points.filter((point): point is { atMs: number; value: number } => point.value !== null)
  const ticks = ticksTo(Math.max(top, ...known.map(({ value }) => value)), MOST_TICKS)
  const highest = ticks.at(-1) || 1
  const x = (atMs: number) => ((atMs - fromMs) / Math.max(1, untilMs - fromMs)) * WIDTH
  const y = (value: number) => HEIGHT - (value / highest) * HEIGHT
  const isJoined = (index: number) => (known[index]?.atMs ?? Infinity) - (known[index - 1]?.atMs ?? -Infinity) <= joinedMs
  const path = known.map(({ atMs, value }, index) => `${isJoined(index) ? 'L' : 'M'}${x(atMs)} ${y(value)}`)
  // A point that stands alone is a dot: a line of no length with round ends.
  const alone = known.filter((_point, index) => !isJoined(index) && !isJoined(index + 1))
  const dots = alone.map(({ atMs, value }) => `M${x(atMs)} ${y(value)}h0`)
  return (
    <div className={classes['chart']}>
      <div className={classes['plot']} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={`${classes['tick']} sl-figures`} style={{ bottom: `${(tick / highest) * 100}%` }}>
            {textOf(tick)}
          </span>
        ))}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <path d={path.join('')} />
          <path className={classes['alone']} d={dots.join('')} />
        </svg>
      </div>
      <div className={`${classes['times']} sl-figures`} aria-hidden>
        <span>{timeText(fromMs)}</span>
        <span>{timeText(untilMs)}</span>
      </div>
      <table className="sl-unseen" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map(({ atMs, value }) => (
            <tr key={atMs}>
              <th scope="row">{timeText(atMs)}</th>
              <td>{textOf(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
