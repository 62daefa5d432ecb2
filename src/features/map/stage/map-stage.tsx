import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { MapTiles } from '#contract/calls/map/map-get.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { useNarrow } from '../../../ui/page/use-narrow.ts'
import { ArchiveLast } from '../card/archive-last.tsx'
import { CameraCard, CameraFacts } from '../card/camera-card.tsx'
import { PlacementForm } from '../card/placement-form.tsx'
import { useSiteZones } from '../../../data/places/use-site-zones.ts'
import type { Ground } from '../../../ui/map/geometry/ground.ts'
import type { Point } from '../../../ui/map/geometry/mercator.ts'
import type { Chosen } from '../list/map-list.tsx'
import { arranging, stage } from '../model/arranging.ts'
import type { SiteNode } from '../model/map-model.ts'
import { spotOf, type Placing } from '../model/use-placing.ts'
import { PlanStage } from './plan-stage.tsx'
import { WorldStage } from './world-stage.tsx'
import classes from '../map.module.css'

const CARD_PX = 340
/** About as high as the card is. */
const CARD_HIGH_PX = 420
const GAP_PX = 28
const EDGE_PX = 8

interface MapStageProps {
  sites: readonly SiteNode[]
  tiles: MapTiles | null
  recorded: ReadonlySet<string>
  chosen: Chosen
  mayPlaceSites: boolean
  /** The list is shown in its place. */
  isHidden: boolean
  onChoose: (chosen: Chosen) => void
  placing: Placing
}

/** What is open: the world, or a plan; and beside the chosen camera its card, in narrow windows as a sheet. */
export function MapStage({ sites, tiles, recorded, chosen, mayPlaceSites, isHidden, onChoose, placing }: MapStageProps) {
  const isNarrow = useNarrow()
  const zones = useSiteZones()
  const { isOn } = useSnapshot(arranging)
  const plan = sites.flatMap(({ plans }) => plans).find(({ plan: { planId } }) => planId === chosen.plan)
  const camera = sites.flatMap(({ cameras }) => cameras).find(({ key }) => key === chosen.camera)
  const [archiving, setArchiving] = useState<{ channel: Channel; isOverSheet: boolean }>()
  // The sheet that comes when the window becomes narrow would lie above the dialog: it waits until that is closed.
  if (archiving?.isOverSheet === true && !isNarrow) setArchiving({ ...archiving, isOverSheet: false })
  const isSheetShown = isNarrow && archiving?.isOverSheet !== false
  const spot = camera && spotOf(sites, camera.key, plan?.plan.planId)
  const close = () => onChoose({ ...chosen, camera: undefined })

  function onPress(ground: Ground, px: Point) {
    const wanted = arranging.placing
    if (wanted === undefined) return chosen.camera === undefined ? undefined : close()
    arranging.placing = undefined
    const { x, y } = ground.fromPx(px)
    if (wanted.kind === 'site') return placing.dropSite(wanted.siteId, { longitude: x, latitude: y })
    const node = sites.flatMap(({ cameras }) => cameras).find(({ key }) => key === wanted.key)
    if (node) placing.placeCamera(node, { x, y })
  }

  const form = camera && spot && isOn && camera.channel.rights.includes('configure') && (
    <PlacementForm
      key={`${camera.key} ${plan?.plan.planId}`}
      spot={spot}
      ground={plan ? 'plan' : 'map'}
      onPlace={(next) => placing.moveCamera(camera.key, next)}
      onRemove={() => placing.dropCamera(camera.key, null)}
    />
  )
  const beside = (ground: Ground | undefined, size: { widthPx: number; heightPx: number }) => (
    <>
      {ground && <OnStage ground={ground} />}
      {camera && !isNarrow && (
        <CameraCard
          key={camera.key}
          camera={camera}
          isRecorded={recorded.has(camera.key)}
          onArchive={() => setArchiving({ channel: camera.channel, isOverSheet: false })}
          style={cardPlace(ground && spot && { ...ground.toPx(spot), directionDeg: spot.directionDeg }, size)}
          onClose={close}
        >
          {form}
        </CameraCard>
      )}
    </>
  )
  const common = {
    recorded,
    onPress,
    children: beside,
  }
  return (
    <>
      {!isHidden && (
        <div className={classes['main']}>
          <Hint sites={sites} />
          {plan ? (
            <PlanStage
              key={plan.plan.planId}
              {...common}
              node={plan}
              selected={chosen.camera}
              onSelect={(key) => onChoose({ site: plan.plan.siteId, plan: plan.plan.planId, camera: key })}
              onPlace={placing.dropCamera}
            />
          ) : (
            <WorldStage
              {...common}
              sites={sites}
              tiles={tiles}
              selectedSite={chosen.site}
              selectedCamera={chosen.camera}
              mayPlaceSites={mayPlaceSites}
              onSelectSite={(site) => onChoose({ site })}
              onSelectCamera={(key) => onChoose({ ...chosen, camera: key })}
              onPlaceSite={placing.dropSite}
              onPlaceCamera={placing.dropCamera}
            />
          )}
        </div>
      )}
      {camera && isSheetShown && (
        <Dialog isSheet title={camera.channel.channelName} onClose={close}>
          <div className={classes['sheet']}>
            <CameraFacts
              camera={camera}
              isRecorded={recorded.has(camera.key)}
              onArchive={() => setArchiving({ channel: camera.channel, isOverSheet: true })}
            >
              {form}
            </CameraFacts>
          </div>
        </Dialog>
      )}
      {archiving && (
        <ArchiveLast channel={archiving.channel} zone={zones.ofSite(archiving.channel.siteId)} onClose={() => setArchiving(undefined)} />
      )}
    </>
  )
}

/** Tells what is let go of where the ground is. */
function OnStage({ ground }: { ground: Ground }) {
  useEffect(() => {
    stage.ground = ground
    return () => {
      stage.ground = undefined
    }
  }, [ground])
  return null
}

/** What is wanted of who places something by pointing. */
function Hint({ sites }: { sites: readonly SiteNode[] }) {
  const { t } = useLingui()
  const { placing } = useSnapshot(arranging)
  useEffect(() => {
    if (placing === undefined) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && (arranging.placing = undefined)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [placing])
  if (placing === undefined) return null
  const name =
    placing.kind === 'site'
      ? sites.find(({ site }) => site.siteId === placing.siteId)?.site.siteName
      : sites.flatMap(({ cameras }) => cameras).find(({ key }) => key === placing.key)?.channel.channelName
  return (
    <div className={classes['hint']} role="status">
      <span>
        <Trans>Press where “{name}” stands.</Trans>
      </span>
      <button type="button" onClick={() => (arranging.placing = undefined)}>
        {t`Cancel`}
      </button>
    </div>
  )
}

/** Beside its camera, where it does not look if there is room, whole on the stage; at the right edge for a camera that stands elsewhere. */
function cardPlace(
  at: (Point & { directionDeg: number }) | undefined,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): CSSProperties {
  if (at === undefined) return { right: EDGE_PX, top: EDGE_PX }
  const last = Math.max(widthPx - CARD_PX - EDGE_PX, EDGE_PX)
  const hasRoom = { right: at.x + GAP_PX <= last, left: at.x - GAP_PX - CARD_PX >= EDGE_PX }
  const looksRight = at.directionDeg > 0 && at.directionDeg < 180
  const isRight = looksRight ? !hasRoom.left && hasRoom.right : hasRoom.right
  const left = isRight ? at.x + GAP_PX : at.x - GAP_PX - CARD_PX
  const top = Math.min(at.y - CARD_HIGH_PX / 3, heightPx - CARD_HIGH_PX - EDGE_PX)
  return { left: Math.min(Math.max(left, EDGE_PX), last), top: Math.max(top, EDGE_PX) }
}
