import type { Split } from '#contract/calls/config/user-config.ts'

/** Columns of a wall. A narrow screen is held upright: few columns there, so that pictures keep their width. */
export function columnsOf(split: Split, isNarrow: boolean): number {
  if (isNarrow) return split <= 4 ? 1 : 2
  return Math.sqrt(split)
}
