import { Trans, useLingui } from '@lingui/react/macro'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { mapGround, type Ground, type Spot } from '../geometry/ground.ts'
import type { MapFrame, Position } from '../geometry/mercator.ts'
import { arranging } from '../model/arranging.ts'
import type { SiteNode } from '../model/map-model.ts'
import type { WorldMap } from '../world/world-map.ts'
import { CameraLayer } from './camera-layer.tsx'
import { ScaleLine } from './scale-line.tsx'
import { SiteLayer } from './site-layer.tsx'
import classes from './stage.module.css'

/** Cameras are shown from here on; farther away only their sites are. */
const CAMERAS_ZOOM = 14
/** As near as a single site is shown. */
const SITE_ZOOM = 16
const SEVERAL_ZOOM = 12
/** All of Europe, about: where nothing has a place yet. */
const FIRST_FRAME = { center: { latitude: 30, longitude: 10 }, zoom: 1.5 }

interface WorldStageProps {
  sites: readonly SiteNode[]
  tilesUrl: string | null
  recorded: ReadonlySet<string>
  selectedSite: string | undefined
  selectedCamera: string | undefined
  mayPlaceSites: boolean
  onSelectSite: (siteId: string) => void
  onSelectCamera: (key: string) => void
  onPlaceSite: (siteId: string, position: Position) => void
  onPlaceCamera: (key: string, spot: Spot) => void
  /** The ground was pressed. */
  onPress: (ground: Ground, px: { x: number; y: number }) => void
  /** What stands beside a camera: given where each place is on the stage, if it can be drawn. */
  children: (ground: Ground | undefined, size: { widthPx: number; heightPx: number }) => ReactNode
}

/** Where the map was when it was left, while the tab is there. */
let lastFrame: { center: Position; zoom: number } | undefined

/** The world with the sites on it, and their cameras from near. */
export function WorldStage({ sites, tilesUrl, recorded, children, ...props }: WorldStageProps) {
  const { t } = useLingui()
  const host = useRef<HTMLDivElement>(null)
  const world = useRef<WorldMap>(undefined)
  const [frame, setFrame] = useState<MapFrame>()
  const [isMissing, setMissing] = useState(false)
  const { placing } = useSnapshot(arranging)
  const positions = sites.flatMap(({ site }) => (site.position ? [site.position] : []))

  const press = useEffectEvent((position: Position) => {
    if (frame === undefined) return
    const ground = mapGround(frame)
    props.onPress(ground, ground.toPx({ x: position.longitude, y: position.latitude }))
  })
  const open = useEffectEvent((made: WorldMap, isFirst: boolean) => {
    world.current = made
    if (isFirst && positions.length > 0) made.showAll(positions, SEVERAL_ZOOM)
  })
  const label = useEffectEvent(() => t`Map`)
  useEffect(() => {
    let isGone = false
    const begin = async () => {
      const { WorldMap: Made, canDraw } = await import('../world/world-map.ts')
      if (isGone || host.current === null) return
      if (!canDraw()) return setMissing(true)
      const isFirst = lastFrame === undefined
      open(
        new Made({
          host: host.current,
          label: label(),
          tilesUrl,
          frame: lastFrame ?? FIRST_FRAME,
          onFrame: (next) => {
            lastFrame = { center: next.center, zoom: next.zoom }
            setFrame(next)
          },
          onPress: press,
          onFault: () => setMissing(true),
        }),
        isFirst,
      )
    }
    begin().catch(() => setMissing(true))
    return () => {
      isGone = true
      world.current?.dispose()
      world.current = undefined
    }
  }, [tilesUrl])
  useShown(world, { ...props, sites, isReady: frame !== undefined })

  const ground = frame && mapGround(frame)
  if (isMissing)
    return (
      <div className={classes['missing']}>
        <Notice drawing="broken" title={<Trans>This browser cannot draw the map.</Trans>}>
          <Trans>The list has the same sites, plans and cameras. Plans open without the map, too.</Trans>
        </Notice>
        {children(undefined, { widthPx: 0, heightPx: 0 })}
      </div>
    )
  return (
    <div className={classes['stage']} data-stage="map" data-placing={placing !== undefined} data-zoom={frame?.zoom.toFixed(2)}>
      <div ref={host} className={classes['world']} />
      {ground && (
        <>
          {frame.zoom >= CAMERAS_ZOOM && (
            <CameraLayer
              ground={ground}
              cameras={sites.flatMap(({ onMap }) => onMap)}
              recorded={recorded}
              selected={props.selectedCamera}
              onSelect={props.onSelectCamera}
              onPlace={props.onPlaceCamera}
            />
          )}
          <SiteLayer
            ground={ground}
            sites={sites}
            selected={props.selectedSite}
            mayPlace={props.mayPlaceSites}
            onSelect={props.onSelectSite}
            onOpen={(several) => world.current?.showAll(several, SITE_ZOOM)}
            onPlace={props.onPlaceSite}
          />
          <ScaleLine frame={frame} />
          {children(ground, frame)}
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

interface Shown {
  sites: readonly SiteNode[]
  selectedSite: string | undefined
  selectedCamera: string | undefined
  isReady: boolean
}

/** Goes to what somebody has just chosen. */
function useShown(world: { readonly current: WorldMap | undefined }, { sites, selectedSite, selectedCamera, isReady }: Shown): void {
  const go = useEffectEvent(() => {
    const placed = sites.flatMap(({ onMap }) => onMap).find(({ camera }) => camera.key === selectedCamera)
    if (placed) return world.current?.show({ latitude: placed.spot.y, longitude: placed.spot.x }, SITE_ZOOM + 1)
    const position = sites.find(({ site }) => site.siteId === selectedSite)?.site.position
    if (position) world.current?.show(position, SITE_ZOOM)
  })
  useEffect(() => {
    if (isReady) go()
  }, [selectedSite, selectedCamera, isReady])
}
