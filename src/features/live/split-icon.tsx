import type { Split } from '#contract/calls/config/user-config.ts'

/** A wall of that many windows, 18 px. */
export function SplitIcon({ split }: { split: Split }) {
  const side = Math.sqrt(split)
  const lines = Array.from({ length: side - 1 }, (_, index) => 2 + (14 * (index + 1)) / side)
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden>
      <rect x="2" y="2" width="14" height="14" rx="1.5" />
      {lines.map((at) => (
        <path key={at} d={`M${at} 2v14M2 ${at}h14`} />
      ))}
    </svg>
  )
}
