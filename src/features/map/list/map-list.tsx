import { Trans, useLingui } from '@lingui/react/macro'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { SitePlacement } from '../card/site-placement.tsx'
import type { Position } from '../../../ui/map/geometry/mercator.ts'
import type { CameraNode, PlanNode, SiteNode } from '../model/map-model.ts'
import { useCameraWords } from '../model/use-camera-words.ts'
import { CameraRow } from './camera-row.tsx'
import { PlanRow } from './plan-row.tsx'
import classes from './list.module.css'

/** What of the list is chosen, as in the address. */
export interface Chosen {
  site?: string | undefined
  plan?: string | undefined
  /** A camera's key. */
  camera?: string | undefined
}

interface MapListProps {
  sites: readonly SiteNode[]
  chosen: Chosen
  recorded: ReadonlySet<string>
  /** What may be arranged now: cameras that the person configures, and by administrators sites and plans as well. */
  arranges: { cameras: boolean; sites: boolean }
  onChoose: (chosen: Chosen) => void
  /** Puts a camera on what is open, there, or in the middle of it. */
  onPlaceCamera: (camera: CameraNode, at?: { x: number; y: number }) => void
  onPointSite: (siteId: string) => void
  onPlaceSite: (siteId: string, position: Position | null) => Promise<void>
  onAddPlan: (siteId: string) => void
  onRenamePlan: (node: PlanNode) => void
  onDeletePlan: (node: PlanNode) => void
}

/** So few are all open from the start. */
const FEW_SITES = 3

/** All that the map has, for keyboard, screen reader and narrow windows: sites, their plans, and the cameras on each. */
export function MapList(props: MapListProps) {
  const { t } = useLingui()
  const { sites, chosen } = props
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (siteId: string) => toggled.get(siteId) ?? (sites.length <= FEW_SITES || siteId === chosen.site)
  return (
    <ul className={classes['list']} aria-label={t`Sites, plans and cameras`}>
      {sites.map((node) => (
        <SiteRows
          key={node.site.siteId}
          {...props}
          node={node}
          isOpen={isOpen(node.site.siteId)}
          onToggle={(isNow) => setToggled(new Map(toggled).set(node.site.siteId, isNow))}
        />
      ))}
    </ul>
  )
}

function SiteRows({
  node,
  isOpen,
  onToggle,
  ...props
}: MapListProps & { node: SiteNode; isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  const { t } = useLingui()
  const words = useCameraWords()
  const { chosen, arranges, recorded } = props
  const { siteId, siteName, cameraOnline, cameraTotal, position } = node.site
  const isChosen = chosen.site === siteId && chosen.plan === undefined && chosen.camera === undefined
  const row = (camera: CameraNode, where: { planId?: string; isPlaced: boolean }) => (
    <CameraRow
      key={camera.key}
      camera={camera}
      isRecorded={recorded.has(camera.key)}
      isChosen={chosen.camera === camera.key && (chosen.plan === where.planId || !where.isPlaced)}
      mayPlace={arranges.cameras && camera.channel.rights.includes('configure')}
      isHere={where.isPlaced && where.planId === chosen.plan}
      onChoose={() => props.onChoose({ site: siteId, plan: where.isPlaced ? where.planId : chosen.plan, camera: camera.key })}
      onPlace={(at) => props.onPlaceCamera(camera, at)}
    />
  )
  return (
    <li>
      <div className={classes['siteRow']} data-chosen={isChosen}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-label={isOpen ? t`Close “${siteName}”` : t`Open “${siteName}”`}
          onClick={() => onToggle(!isOpen)}
        >
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </button>
        <button
          type="button"
          className={classes['site']}
          aria-label={words.ofSite(node)}
          aria-current={isChosen ? true : undefined}
          onClick={() => {
            onToggle(true)
            props.onChoose({ site: siteId })
          }}
        >
          <span className={classes['name']}>{siteName}</span>
          <span className={classes['count']}>
            {cameraOnline}/{cameraTotal}
          </span>
          {node.unread > 0 && <span className={classes['unread']}>{node.unread}</span>}
        </button>
      </div>
      {isOpen && (
        <ul className={classes['inner']} aria-label={siteName}>
          {node.plans.map((plan) => (
            <PlanRow
              key={plan.plan.planId}
              node={plan}
              isChosen={chosen.plan === plan.plan.planId && chosen.camera === undefined}
              mayChange={arranges.sites}
              onChoose={() => props.onChoose({ site: siteId, plan: plan.plan.planId })}
              onRename={() => props.onRenamePlan(plan)}
              onDelete={() => props.onDeletePlan(plan)}
            >
              {plan.cameras.map(({ camera }) => row(camera, { planId: plan.plan.planId, isPlaced: true }))}
            </PlanRow>
          ))}
          {node.onMap.length > 0 && (
            <li>
              <p className={classes['group']}>
                <Trans>On the map</Trans>
              </p>
              <ul>{node.onMap.map(({ camera }) => row(camera, { isPlaced: true }))}</ul>
            </li>
          )}
          {node.unplaced.length > 0 && (
            <li>
              <p className={classes['group']}>
                <Trans>Not placed</Trans>
              </p>
              <ul>{node.unplaced.map((camera) => row(camera, { isPlaced: false }))}</ul>
            </li>
          )}
          {arranges.sites && (
            <li className={classes['tools']}>
              <div className={classes['buttons']}>
                <Button size="xs" variant="default" onClick={() => props.onAddPlan(siteId)}>
                  <Trans>Add a plan</Trans>
                </Button>
                <Button size="xs" variant="default" onClick={() => props.onPointSite(siteId)}>
                  <Trans>Point to its place</Trans>
                </Button>
              </div>
              <SitePlacement position={position} onPlace={(to) => props.onPlaceSite(siteId, to)} />
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
