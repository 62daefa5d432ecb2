import { Trans, useLingui } from '@lingui/react/macro'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { MapTiles } from '#contract/calls/map/map-get.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Notice } from '../notice/notice.tsx'
import { mapGround, type Ground } from './geometry/ground.ts'
import type { MapFrame, Position } from './geometry/mercator.ts'
import { ScaleLine } from './scale-line.tsx'
import type { WorldMap } from './world/world-map.ts'
import classes from './ground.module.css'

const SEVERAL_ZOOM = 12
/** All of Europe, about: where nothing has a place yet. */
const FIRST_FRAME = { center: { latitude: 30, longitude: 10 }, zoom: 1.5 }

/** Where a map was when it was left, while the tab is there. */
export interface KeptFrame {
  center: Position
  zoom: number
}

interface WorldCanvasProps {
  tiles: MapTiles | null
  /** What there is to be seen: all of it at first. */
  positions: readonly Position[]
  kept: KeptFrame | undefined
  onFrame: (frame: KeptFrame) => void
  /** What somebody has chosen: the map goes there whenever `key` becomes another. */
  target: { key: string | undefined; position?: Position | undefined; zoom: number }
  /** Something is placed by pressing the ground. */
  isPlacing?: boolean
  /** Under which tests and pointers find the stage. */
  stage?: string
  /** The ground was pressed. */
  onPress?: (ground: Ground, px: { x: number; y: number }) => void
  /** Said where this browser cannot draw the map, and what stands beside that. */
  missing: ReactNode
  besideMissing?: ReactNode
  /** What stands on the ground. `showAll` goes to where all of these can be seen, as near as that allows. */
  children: (ground: Ground, frame: MapFrame, showAll: (positions: readonly Position[], nearestZoom: number) => void) => ReactNode
}

/** The world, to be moved and zoomed, with what stands on it. Its drawing is loaded when it is shown first. */
export function WorldCanvas({ tiles, positions, kept, onFrame, target, isPlacing = false, stage, onPress, ...props }: WorldCanvasProps) {
  const { t } = useLingui()
  const host = useRef<HTMLDivElement>(null)
  const world = useRef<WorldMap>(undefined)
  /** The same, for what is drawn on it. */
  const [drawn, setDrawn] = useState<WorldMap>()
  const [frame, setFrame] = useState<MapFrame>()
  const [isMissing, setMissing] = useState(false)

  const press = useEffectEvent((position: Position) => {
    if (frame === undefined) return
    const ground = mapGround(frame)
    onPress?.(ground, ground.toPx({ x: position.longitude, y: position.latitude }))
  })
  const open = useEffectEvent((made: WorldMap, isFirst: boolean) => {
    world.current = made
    setDrawn(made)
    if (isFirst && positions.length > 0) made.showAll(positions, SEVERAL_ZOOM)
  })
  const label = useEffectEvent(() => t`Map`)
  const frameKept = useEffectEvent(() => kept)
  const tilesNow = useEffectEvent(() => tiles)
  const keep = useEffectEvent((next: MapFrame) => {
    onFrame({ center: next.center, zoom: next.zoom })
    setFrame(next)
  })
  useEffect(() => {
    let isGone = false
    const begin = async () => {
      const { WorldMap: Made, canDraw } = await import('./world/world-map.ts')
      if (isGone || host.current === null) return
      if (!canDraw()) return setMissing(true)
      const before = frameKept()
      open(
        new Made({
          host: host.current,
          label: label(),
          tiles: tilesNow(),
          frame: before ?? FIRST_FRAME,
          onFrame: keep,
          onPress: press,
          onFault: () => setMissing(true),
        }),
        before === undefined,
      )
    }
    begin().catch(() => setMissing(true))
    return () => {
      isGone = true
      world.current?.dispose()
      world.current = undefined
    }
  }, [tiles?.url, tiles?.attribution])
  const go = useEffectEvent(() => {
    if (target.position) world.current?.show(target.position, target.zoom)
  })
  const isReady = frame !== undefined
  useEffect(() => {
    if (isReady) go()
  }, [target.key, isReady])

  if (isMissing)
    return (
      <div className={classes['missing']}>
        <Notice drawing="broken" title={<Trans>This browser cannot draw the map.</Trans>}>
          {props.missing}
        </Notice>
        {props.besideMissing}
      </div>
    )
  return (
    <div className={classes['stage']} data-stage={stage} data-placing={isPlacing} data-zoom={frame?.zoom.toFixed(2)}>
      <div ref={host} className={classes['world']} />
      {frame && (
        <>
          {props.children(mapGround(frame), frame, (several, nearest) => drawn?.showAll(several, nearest))}
          <ScaleLine frame={frame} />
        </>
      )}
      <div className={classes['zoom']}>
        <IconButton label={t`Nearer`} onClick={() => world.current?.zoomBy(1)}>
          <IconPlus size={18} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t`Farther`} onClick={() => world.current?.zoomBy(-1)}>
          <IconMinus size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
