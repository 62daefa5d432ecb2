import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useSnapshot } from 'valtio'
import { clustersOf } from '../../../ui/map/geometry/cluster.ts'
import type { Ground } from '../../../ui/map/geometry/ground.ts'
import type { Point, Position } from '../../../ui/map/geometry/mercator.ts'
import { withAside } from '../../../ui/text/joined.ts'
import { arranging } from '../model/arranging.ts'
import type { SiteNode } from '../model/map-model.ts'
import { useCameraWords } from '../model/use-camera-words.ts'
import { trackPointer } from '../../../lib/track-pointer.ts'
import grounds from '../../../ui/map/ground.module.css'
import classes from './stage.module.css'

/** Sites nearer than this to each other are one marker. */
const CLUSTER_PX = 56
const STEP_PX = 4
const LEAP_PX = 24
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface SiteLayerProps {
  ground: Ground
  sites: readonly SiteNode[]
  selected: string | undefined
  mayPlace: boolean
  onSelect: (siteId: string) => void
  /** Shows these as near as they can be told apart. */
  onOpen: (positions: Position[]) => void
  onPlace: (siteId: string, position: Position) => void
}

/** Sites on the map with how they are; those that would lie on each other as one marker with their number. */
export function SiteLayer({ ground, sites, selected, mayPlace, onSelect, onOpen, onPlace }: SiteLayerProps) {
  const { isOn, siteDraft } = useSnapshot(arranging)
  const placed = sites.flatMap((node) => {
    const { position, siteId } = node.site
    if (!position) return []
    const at = siteDraft?.siteId === siteId ? siteDraft : { x: position.longitude, y: position.latitude }
    return [{ node, position, ...ground.toPx(at) }]
  })
  const mayMove = isOn && mayPlace
  return (
    <div className={grounds['layer']}>
      {clustersOf(placed, CLUSTER_PX).map(({ x, y, items }) => {
        const [first] = items
        if (first === undefined) return null
        if (items.length > 1)
          return (
            <ClusterMarker
              key={items.map(({ node }) => node.site.siteId).join()}
              nodes={items.map(({ node }) => node)}
              at={{ x, y }}
              onOpen={() => onOpen(items.map(({ position }) => position))}
            />
          )
        const { node, position } = first
        return (
          <SiteMarker
            key={node.site.siteId}
            node={node}
            at={{ x, y }}
            ground={ground}
            position={position}
            isSelected={node.site.siteId === selected}
            mayMove={mayMove}
            onSelect={() => onSelect(node.site.siteId)}
            onPlace={(to) => onPlace(node.site.siteId, to)}
          />
        )
      })}
    </div>
  )
}

interface SiteMarkerProps {
  node: SiteNode
  at: Point
  ground: Ground
  position: Position
  isSelected: boolean
  mayMove: boolean
  onSelect: () => void
  onPlace: (position: Position) => void
}

function SiteMarker({ node, at, ground, isSelected, mayMove, onSelect, onPlace }: SiteMarkerProps) {
  const words = useCameraWords()
  const { siteId, siteName, cameraOnline, cameraTotal } = node.site
  const wasDragged = useRef(false)
  const placeAt = (px: Point) => ground.fromPx(px)
  const positionAt = (px: Point): Position => {
    const { x, y } = placeAt(px)
    return { longitude: x, latitude: y }
  }
  const by = ({ x, y }: Point): Point => ({ x: at.x + x, y: at.y + y })
  function onPointerDown(press: PointerEvent) {
    wasDragged.current = false
    if (!mayMove || press.button !== 0) return
    trackPointer(press, {
      onMove: (_, way) => {
        wasDragged.current = true
        arranging.siteDraft = { siteId, ...placeAt(by(way)) }
      },
      onDrop: (_, way) => {
        onPlace(positionAt(by(way)))
        arranging.siteDraft = undefined
      },
      onCancel: () => (arranging.siteDraft = undefined),
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    const arrow = arrows[event.key]
    if (!mayMove || arrow === undefined) return
    event.preventDefault()
    const px = event.shiftKey ? LEAP_PX : STEP_PX
    onPlace(positionAt(by({ x: arrow.x * px, y: arrow.y * px })))
  }
  return (
    <button
      type="button"
      className={grounds['site']}
      style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, calc(-100% - 6px))` }}
      data-site={siteId}
      data-health={healthOf([node])}
      data-movable={mayMove}
      aria-label={words.ofSite(node)}
      aria-pressed={isSelected}
      onClick={() => !wasDragged.current && onSelect()}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      <span className={grounds['siteName']}>{siteName}</span>
      <Health online={cameraOnline} total={cameraTotal} unread={node.unread} />
    </button>
  )
}

function ClusterMarker({ nodes, at, onOpen }: { nodes: readonly SiteNode[]; at: Point; onOpen: () => void }) {
  const { t } = useLingui()
  const words = useCameraWords()
  const sum = (of: (node: SiteNode) => number) => nodes.reduce((total, node) => total + of(node), 0)
  const [online, total, unread] = [sum(({ site }) => site.cameraOnline), sum(({ site }) => site.cameraTotal), sum((node) => node.unread)]
  const count = plural(nodes.length, { one: '# site', other: '# sites' })
  const label = withAside(count, t`${online} of ${total} cameras online`, ...(unread > 0 ? [words.unreadText(unread)] : []))
  return (
    <button
      type="button"
      className={grounds['site']}
      style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, calc(-100% - 6px))` }}
      data-health={healthOf(nodes)}
      data-cluster={nodes.length}
      aria-label={label}
      onClick={onOpen}
    >
      <span className={grounds['siteName']}>{count}</span>
      <Health online={online} total={total} unread={unread} />
    </button>
  )
}

function Health({ online, total, unread }: { online: number; total: number; unread: number }) {
  return (
    <>
      <span className={grounds['health']}>
        {online}/{total}
      </span>
      {unread > 0 && <span className={classes['siteUnread']}>{unread > 99 ? '99+' : unread}</span>}
    </>
  )
}

function healthOf(nodes: readonly SiteNode[]): 'alarm' | 'offline' | 'well' {
  if (nodes.some(({ unread }) => unread > 0)) return 'alarm'
  return nodes.some(({ site }) => site.cameraOnline < site.cameraTotal) ? 'offline' : 'well'
}
