import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type Ref } from 'react'
import { useSnapshot } from 'valtio'
import type { Split } from '#contract/calls/config/user-config.ts'
import { channelsQuery } from '../../data/channels.ts'
import { columnsOf } from './columns.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { wall } from './wall-store.ts'
import { WallWindow } from './wall-window.tsx'
import classes from './wall.module.css'

/** The wall. Windows keep their order in the document, whatever cell they stand in, so that no video is ever taken out of it. */
export function Wall({
  split,
  isNarrow,
  onChoose,
  ref,
}: {
  split: Split
  isNarrow: boolean
  onChoose?: () => void
  ref?: Ref<HTMLDivElement>
}) {
  const { t } = useLingui()
  const { data } = useQuery(channelsQuery)
  const { arrangement, selected } = useSnapshot(wall)
  const channels = useMemo(() => data && new Map(data.channels.map((channel) => [`${channel.sn}/${channel.chlIndex}`, channel])), [data])
  useWakeLock(arrangement.channels.some((channel) => channel !== null))
  const columns = columnsOf(split, isNarrow)
  const rows = Math.ceil(split / columns)
  return (
    <div
      ref={ref}
      className={classes['wall']}
      style={{ gridTemplate: `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))` }}
      data-split={split}
      role="group"
      aria-label={t`Video wall`}
    >
      {arrangement.channels.map((channelRef, window) => {
        const cell = arrangement.cells.indexOf(window)
        if (cell >= split) return null
        return (
          <WallWindow
            key={window}
            window={window}
            cell={cell}
            place={{ gridArea: `${Math.floor(cell / columns) + 1} / ${(cell % columns) + 1}` }}
            channelRef={channelRef}
            channel={channelRef && channels ? (channels.get(`${channelRef.sn}/${channelRef.chlIndex}`) ?? null) : undefined}
            onChoose={onChoose}
            isSelected={cell === (selected < split ? selected : 0)}
          />
        )
      })}
    </div>
  )
}
