import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { mapsQuery } from '../../data/places/maps.ts'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { clustersOf } from '../../ui/map/geometry/cluster.ts'
import type { Ground } from '../../ui/map/geometry/ground.ts'
import type { Point, Position } from '../../ui/map/geometry/mercator.ts'
import { WorldCanvas, type KeptFrame } from '../../ui/map/world-canvas.tsx'
import { withAside } from '../../ui/text/joined.ts'
import grounds from '../../ui/map/ground.module.css'
import { SiteHealth, urgencyOf, useHealth } from './site-health.tsx'
import classes from './sites.module.css'

/** Sites nearer than this to each other are one marker. */
const CLUSTER_PX = 72
const SITE_ZOOM = 14

let lastFrame: KeptFrame | undefined

interface SitesMapProps {
  /** Those that the search leaves. */
  sites: readonly Site[]
  openId: string | undefined
  onOpen: (siteId: string) => void
}

/** The sites where they stand, each with how it does; beside them the same as a list, the most urgent first, with those that stand nowhere. */
export function SitesMap({ sites, openId, onOpen }: SitesMapProps) {
  const { t } = useLingui()
  const { data: maps } = useQuery(mapsQuery)
  const placed = sites.flatMap(({ position }) => (position ? [position] : []))
  const ordered = sites.toSorted((one, other) => urgencyOf(one) - urgencyOf(other) || one.siteName.localeCompare(other.siteName))
  return (
    <div className={classes['split']}>
      <aside aria-label={t`Sites by urgency`}>
        <ul>
          {ordered.map((site) => (
            <li key={site.siteId}>
              <button type="button" aria-pressed={site.siteId === openId} onClick={() => onOpen(site.siteId)}>
                <strong>{site.siteName}</strong>
                <SiteHealth site={site} />
                {!site.position && (
                  <small>
                    <Trans>not on the map yet</Trans>
                  </small>
                )}
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <div className={classes['ground']}>
        {maps && (
          <WorldCanvas
            tiles={maps.tiles}
            positions={placed}
            kept={lastFrame}
            onFrame={keepFrame}
            target={{ key: openId, position: sites.find(({ siteId }) => siteId === openId)?.position ?? undefined, zoom: SITE_ZOOM }}
            missing={<Trans>The list has the same sites.</Trans>}
          >
            {(ground, _frame, showAll) => (
              <Markers ground={ground} sites={sites} openId={openId} onOpen={onOpen} onSpread={(several) => showAll(several, SITE_ZOOM)} />
            )}
          </WorldCanvas>
        )}
      </div>
    </div>
  )
}

function keepFrame(frame: KeptFrame): void {
  lastFrame = frame
}

interface MarkersProps extends SitesMapProps {
  ground: Ground
  /** Shows these as near as they can be told apart. */
  onSpread: (positions: readonly Position[]) => void
}

function Markers({ ground, sites, openId, onOpen, onSpread }: MarkersProps) {
  const placed = sites.flatMap((site) => {
    if (!site.position) return []
    const { latitude, longitude } = site.position
    return [{ site, position: site.position, ...ground.toPx({ x: longitude, y: latitude }) }]
  })
  return (
    <div className={grounds['layer']}>
      {clustersOf(placed, CLUSTER_PX).map(({ x, y, items }) => (
        <Marker
          key={items.map(({ site }) => site.siteId).join()}
          at={{ x, y }}
          sites={items.map(({ site }) => site)}
          isOpen={items.length === 1 && items[0]?.site.siteId === openId}
          onPress={() => {
            const [first] = items
            if (first && items.length === 1) onOpen(first.site.siteId)
            else onSpread(items.map(({ position }) => position))
          }}
        />
      ))}
    </div>
  )
}

interface MarkerProps {
  at: Point
  /** Of one place; the worst of them says how it looks. */
  sites: readonly Site[]
  isOpen: boolean
  onPress: () => void
}

function Marker({ at, sites, isOpen, onPress }: MarkerProps) {
  const healthOf = useHealth()
  const worst = sites.toSorted((one, other) => urgencyOf(one) - urgencyOf(other))[0]
  if (worst === undefined) return null
  const { dot, word } = healthOf(worst)
  const name = sites.length === 1 ? worst.siteName : plural(sites.length, { one: '# site', other: '# sites' })
  return (
    <button
      type="button"
      className={grounds['site']}
      style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, calc(-100% - 6px))` }}
      data-health={dot === 'alarm' ? 'alarm' : undefined}
      aria-pressed={sites.length === 1 ? isOpen : undefined}
      aria-label={withAside(name, word)}
      onClick={onPress}
    >
      <StatusDot status={dot} word={word} hideWord />
      <span className={grounds['siteName']}>{name}</span>
    </button>
  )
}
