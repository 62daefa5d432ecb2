import classes from './progress-bar.module.css'

interface ProgressBarProps {
  /** What goes on, for those who do not see the bar. */
  label: string
  /** How much is done; unknown while it is left out. */
  value: number | undefined
  max: number
  /** It stands in a row with words, of which it takes what they leave. */
  isBeside?: boolean
}

/** How far something has come. */
export function ProgressBar({ label, value, max, isBeside = false }: ProgressBarProps) {
  return <progress className={classes['bar']} data-beside={isBeside || undefined} value={value} max={max} aria-label={label} />
}
