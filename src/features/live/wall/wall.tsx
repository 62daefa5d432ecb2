import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, type Ref } from 'react'
import { useSnapshot } from 'valtio'
import type { WallGrid } from '#contract/calls/config/wall-grid.ts'
import { channelKey } from '#shared/channel-key.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { askCore, tabId } from '../../../data/core/core.ts'
import { RecordLength } from '../gallery/record-length.tsx'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { gridArea, narrowGrid, stageRatioOf, usefulShapes } from '../../../lib/wall-grid.ts'
import { useWakeLock } from '../../../lib/use-wake-lock.ts'
import { channelAt, type ChannelRef } from '../layouts/arrangement.ts'
import { windowRatio } from '../../../lib/picture-shape.ts'
import { wall } from './wall-store.ts'
import { WallWindow } from '../window/wall-window.tsx'
import classes from './wall.module.css'

/** The wall. Windows keep their order in the document, whatever cell they stand in, so that no video is ever taken out of it. */
export function Wall({
  grid: wideGrid,
  isNarrow,
  onChoose,
  ref,
}: {
  grid: WallGrid
  isNarrow: boolean
  onChoose?: () => void
  ref?: Ref<HTMLDivElement>
}) {
  const { t } = useLingui()
  const { data } = useQuery(channelsQuery)
  const { arrangement, selected } = useSnapshot(wall)
  const channels = useMemo(
    () => data && new Map(data.channels.map((channel) => [channelKey(channel.sn, channel.chlIndex), channel])),
    [data],
  )
  useWakeLock(arrangement.channels.some((channel) => channel !== null))
  const grid = isNarrow ? narrowGrid(wideGrid) : wideGrid
  const count = grid.cells.length
  const isDrawn = useDrawnByPlugin()
  useToldSplit(isDrawn, Math.max(1, ...arrangement.cells.slice(0, count).map((window) => window + 1)))
  const channelOf = (shown: ChannelRef | null) =>
    shown && channels ? (channels.get(channelKey(shown.sn, shown.chlIndex)) ?? null) : undefined
  const ratioIn = (cell: number) => {
    const shown = channelAt(arrangement, cell)
    // Where the plugin draws, names stand below the pictures.
    return isDrawn ? undefined : windowRatio(shown?.shape, channelOf(shown)?.capability.streams ?? [])
  }
  const { narrowest, widest } = usefulShapes(grid, ratioIn)
  return (
    <>
      <StageShape />
      <div
        ref={ref}
        className={classes['wall']}
        style={{
          gridTemplate: `repeat(${grid.rows}, minmax(var(--row), 1fr)) / repeat(${grid.columns}, minmax(0, 1fr))`,
          ['--narrowest' as string]: narrowest,
          ['--widest' as string]: widest,
        }}
        data-narrow={isNarrow}
        role="group"
        aria-label={t`Video wall`}
      >
        {arrangement.channels.map((channelRef, window) => {
          const cell = arrangement.cells.indexOf(window)
          const area = grid.cells[cell]
          if (area === undefined) return null
          return (
            <WallWindow
              key={window}
              window={window}
              cell={cell}
              place={{ gridArea: gridArea(area) }}
              channelRef={channelRef}
              channel={channelOf(channelRef)}
              onChoose={onChoose}
              isSelected={cell === (selected < count ? selected : 0)}
            />
          )
        })}
      </div>
      <RecordLength />
    </>
  )
}

/** Tells the wall what shape its place has. It lies over that place, and takes nothing of it. */
function StageShape() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) wall.stageRatio = stageRatioOf({ width, height })
    })
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={place} className={classes['shape']} aria-hidden />
}

/** Tells a plugin that draws the wall how many windows it has; by their numbers, which they keep wherever they stand. */
function useToldSplit(isDrawn: boolean, splitNum: number): void {
  useEffect(() => {
    // One that went meanwhile has no windows either.
    if (isDrawn) askCore('pluginSplit', { tabId, splitNum }).catch(() => undefined)
  }, [isDrawn, splitNum])
}
