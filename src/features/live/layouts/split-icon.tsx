import type { WallGrid } from '#contract/calls/config/wall-grid.ts'

const SIDE_PX = 14
/** More windows than these are a number, since nobody could count them. */
const MOST_DRAWN = 16

/** The windows of a wall, 18 px. */
export function SplitIcon({ grid: { columns, rows, cells } }: { grid: WallGrid }) {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden>
      <rect x="2" y="2" width={SIDE_PX} height={SIDE_PX} rx="1.5" />
      {cells.length > MOST_DRAWN ? (
        <text x="9" y="12" textAnchor="middle" fontSize="8" fontWeight="600" fill="currentColor" stroke="none">
          {cells.length}
        </text>
      ) : (
        cells.map(({ x, y, width, height }) => (
          <rect
            key={`${x} ${y}`}
            x={2 + (SIDE_PX * x) / columns}
            y={2 + (SIDE_PX * y) / rows}
            width={(SIDE_PX * width) / columns}
            height={(SIDE_PX * height) / rows}
          />
        ))
      )}
    </svg>
  )
}
