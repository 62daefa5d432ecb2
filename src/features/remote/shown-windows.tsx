import { Trans, useLingui } from '@lingui/react/macro'
import type { RemoteState } from '../../data/places/station-remote.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { fittedGrid, gridArea, gridOf, stageRatioOf } from '../../lib/wall-grid.ts'
import classes from './remote.module.css'

interface ShownWindowsProps {
  state: RemoteState
  /** Why nothing can be done now. */
  reason: string | undefined
  onFull: (channel: { sn: string; chlIndex: number }) => void
  onAll: () => void
}

/** The windows of the screen as they stand on it: a touch shows one alone, another one all of them again. */
export function ShownWindows({ state, reason, onFull, onAll }: ShownWindowsProps) {
  const { t } = useLingui()
  const [width = 16, height = 9] = state.screen?.split('x').map(Number) ?? []
  const { columns, rows, cells } = fittedGrid(gridOf(state), stageRatioOf({ width, height }))
  if (state.title === null && !state.isFull) return null
  return (
    <>
      <div
        className={classes['screen']}
        style={{
          gridTemplate: `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`,
          ['--ratio' as string]: width / height,
        }}
        role="group"
        aria-label={t`On the screen`}
      >
        {state.windows.flatMap(({ winIndex, channel }) => {
          const cell = cells[winIndex]
          if (cell === undefined) return []
          const isOff = channel === null || state.isFull || state.splitNum === 1 || reason !== undefined
          return [
            <button
              key={winIndex}
              type="button"
              style={{ gridArea: gridArea(cell) }}
              aria-disabled={isOff || undefined}
              aria-label={channel === null ? t`A camera that you do not see` : t`Show ${channel.channelName} alone`}
              onClick={() => !isOff && onFull({ sn: channel.sn, chlIndex: channel.chlIndex })}
            >
              {channel?.channelName ?? '–'}
            </button>,
          ]
        })}
      </div>
      {state.isFull && (
        <OnlineButton variant="default" size="lg" offlineReason={reason} onClick={onAll}>
          <Trans>All windows</Trans>
        </OnlineButton>
      )}
    </>
  )
}
