import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { MapTiles } from '#contract/calls/map/map-get.ts'
import type { Ground, Spot } from '../../../ui/map/geometry/ground.ts'
import type { Position } from '../../../ui/map/geometry/mercator.ts'
import { WorldCanvas, type KeptFrame } from '../../../ui/map/world-canvas.tsx'
import { arranging } from '../model/arranging.ts'
import type { SiteNode } from '../model/map-model.ts'
import { CameraLayer } from './camera-layer.tsx'
import { SiteLayer } from './site-layer.tsx'

/** Cameras are shown from here on; farther away only their sites are. */
const CAMERAS_ZOOM = 14
/** As near as a single site is shown. */
const SITE_ZOOM = 16

interface WorldStageProps {
  sites: readonly SiteNode[]
  tiles: MapTiles | null
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
let lastFrame: KeptFrame | undefined

/** The world with the sites on it, and their cameras from near. */
export function WorldStage({ sites, tiles, recorded, selectedSite, selectedCamera, children, ...props }: WorldStageProps) {
  const { placing } = useSnapshot(arranging)
  const positions = sites.flatMap(({ site }) => (site.position ? [site.position] : []))
  const placed = sites.flatMap(({ onMap }) => onMap).find(({ camera }) => camera.key === selectedCamera)
  const key = [selectedSite, selectedCamera].join()
  const target = placed
    ? { key, position: { latitude: placed.spot.y, longitude: placed.spot.x }, zoom: SITE_ZOOM + 1 }
    : { key, position: sites.find(({ site }) => site.siteId === selectedSite)?.site.position ?? undefined, zoom: SITE_ZOOM }
  return (
    <WorldCanvas
      tiles={tiles}
      positions={positions}
      kept={lastFrame}
      onFrame={keepFrame}
      target={target}
      isPlacing={placing !== undefined}
      stage="map"
      onPress={props.onPress}
      missing={<Trans>The list has the same sites, plans and cameras. Plans open without the map, too.</Trans>}
      besideMissing={children(undefined, { widthPx: 0, heightPx: 0 })}
    >
      {(ground, frame, showAll) => (
        <>
          {frame.zoom >= CAMERAS_ZOOM && (
            <CameraLayer
              ground={ground}
              cameras={sites.flatMap(({ onMap }) => onMap)}
              recorded={recorded}
              selected={selectedCamera}
              onSelect={props.onSelectCamera}
              onPlace={props.onPlaceCamera}
            />
          )}
          <SiteLayer
            ground={ground}
            sites={sites}
            selected={selectedSite}
            mayPlace={props.mayPlaceSites}
            onSelect={props.onSelectSite}
            onOpen={(several) => showAll(several, SITE_ZOOM)}
            onPlace={props.onPlaceSite}
          />
          {children(ground, frame)}
        </>
      )}
    </WorldCanvas>
  )
}

function keepFrame(frame: KeptFrame): void {
  lastFrame = frame
}
