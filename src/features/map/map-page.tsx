import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { channelKey, channelOfKey } from '#shared/channel-key.ts'
import { CallError } from '../../data/core/call-error.ts'
import { coreState } from '../../data/core/core.ts'
import { useHasNoRights, useHoldsRight, useHoldsRole } from '../../data/person/roles.ts'
import { cameraInAddress, cameraOf } from '../../lib/playback-address.ts'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { MapList, type Chosen } from './list/map-list.tsx'
import { arranging, stopArranging } from './model/arranging.ts'
import type { PlanNode } from './model/map-model.ts'
import { useMap, useRecorded } from './model/use-map.ts'
import { usePlacing } from './model/use-placing.ts'
import { MapStage } from './stage/map-stage.tsx'
import classes from './map.module.css'

const AddPlan = lazy(() => import('./plans/plan-form.tsx').then(({ AddPlan }) => ({ default: AddPlan })))
const RenamePlan = lazy(() => import('./plans/plan-form.tsx').then(({ RenamePlan }) => ({ default: RenamePlan })))
const DeletePlan = lazy(() => import('./plans/delete-plan.tsx').then(({ DeletePlan }) => ({ default: DeletePlan })))

type Asked = { kind: 'add'; siteId: string } | { kind: 'rename' | 'delete'; node: PlanNode }

/** Sites on a map, their plans, and their cameras where they stand: what they do now, and a picture of each in place. */
export function MapPage() {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  const [isMapShown, setMapShown] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const { chosen, choose } = useChosen()
  const { sites, tiles, asOfMs, error, retry } = useMap()
  const { isOn } = useSnapshot(arranging)
  const isReachable = useSnapshot(coreState).isServiceReachable
  const mayArrange = { cameras: useHoldsRight('configure'), sites: useHoldsRole('administrator') }
  const hasNoRights = useHasNoRights()
  const site = sites?.find((node) => node.site.siteId === chosen.site) ?? (sites?.length === 1 ? sites[0] : undefined)
  const recorded = useRecorded(site)
  const placing = usePlacing(sites ?? [], chosen, choose)
  const offlineReason = isReachable ? undefined : t`Only with the service. It cannot be reached now.`
  // Who comes back to the page looks at it first.
  useEffect(() => stopArranging, [])

  const list = sites && (
    <MapList
      sites={sites}
      chosen={chosen}
      recorded={recorded}
      arranges={{ cameras: isOn && mayArrange.cameras, sites: isOn && mayArrange.sites }}
      onChoose={(next) => {
        choose(next)
        if (next.camera === undefined) setMapShown(true)
      }}
      onPlaceCamera={(camera, at) => {
        if (!placing.placeCamera(camera, at)) setMapShown(true)
      }}
      onPointSite={(siteId) => {
        choose({ site: siteId })
        arranging.placing = { kind: 'site', siteId }
        setMapShown(true)
      }}
      onPlaceSite={placing.placeSite}
      onAddPlan={(siteId) => setAsked({ kind: 'add', siteId })}
      onRenamePlan={(node) => setAsked({ kind: 'rename', node })}
      onDeletePlan={(node) => setAsked({ kind: 'delete', node })}
    />
  )
  return (
    <Mantine>
      <Page
        title={<Trans>Map</Trans>}
        filters={
          <>
            {isNarrow && (
              <ChoiceBar
                label={t`Shown`}
                choices={[
                  { id: 'list', name: t`List` },
                  { id: 'map', name: t`Map` },
                ]}
                value={isMapShown ? 'map' : 'list'}
                onChoose={(id) => setMapShown(id === 'map')}
              />
            )}
            <AsOf timeMs={asOfMs} />
          </>
        }
        action={
          (mayArrange.cameras || mayArrange.sites) && (
            <OnlineButton
              variant={isOn ? 'filled' : 'default'}
              offlineReason={offlineReason}
              leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
              onClick={() => (isOn ? stopArranging() : (arranging.isOn = true))}
            >
              {isOn ? <Trans>Done</Trans> : <Trans>Arrange</Trans>}
            </OnlineButton>
          )
        }
      >
        {error && sites === undefined ? (
          <Notice
            drawing="broken"
            title={error instanceof CallError ? errorText(error) : <Trans>The map could not be shown.</Trans>}
            step={
              <button type="button" className={classes['retry']} onClick={retry}>
                <Trans>Try again</Trans>
              </button>
            }
          />
        ) : sites?.length === 0 ? (
          hasNoRights ? (
            <NoneAssigned drawing="camera" />
          ) : (
            <Notice drawing="camera" title={<Trans>There are no sites yet.</Trans>} />
          )
        ) : (
          <div className={classes['body']}>
            {(!isNarrow || !isMapShown) && (
              <aside className={classes['side']} aria-label={t`Sites, plans and cameras`}>
                {list}
              </aside>
            )}
            {sites && (
              <MapStage
                sites={sites}
                tiles={tiles}
                recorded={recorded}
                chosen={chosen}
                mayPlaceSites={mayArrange.sites}
                isHidden={isNarrow && !isMapShown}
                onChoose={choose}
                placing={placing}
              />
            )}
          </div>
        )}
        <Carried />
        <Suspense>
          {asked?.kind === 'add' && (
            <AddPlan
              siteId={asked.siteId}
              offlineReason={offlineReason}
              onAdded={(plan) => choose({ site: asked.siteId, plan })}
              onClose={() => setAsked(undefined)}
            />
          )}
          {asked?.kind === 'rename' && (
            <RenamePlan plan={asked.node.plan} offlineReason={offlineReason} onClose={() => setAsked(undefined)} />
          )}
          {asked?.kind === 'delete' && (
            <DeletePlan
              node={asked.node}
              offlineReason={offlineReason}
              onDeleted={() => choose({ site: asked.node.plan.siteId })}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Suspense>
      </Page>
    </Mantine>
  )
}

/** What is chosen stands in the address: a link opens what its sender saw. */
function useChosen(): { chosen: Chosen; choose: (next: Chosen) => void } {
  const { site, plan, camera: address } = useSearch({ from: '/_home/map' })
  const navigate = useNavigate({ from: '/map' })
  const named = address === undefined ? undefined : cameraOf(address)
  return {
    chosen: { site, plan, camera: named && channelKey(named.sn, named.chlIndex) },
    choose: (next) => {
      const camera = next.camera === undefined ? undefined : cameraInAddress(channelOfKey(next.camera))
      void navigate({ search: { site: next.site, plan: next.plan, camera }, replace: true })
    },
  }
}

/** The name of what is dragged out of the list, at the pointer. */
function Carried() {
  const { carried } = useSnapshot(arranging)
  if (carried === undefined) return null
  return (
    <div className={classes['carried']} style={{ transform: `translate(${carried.x + 12}px, ${carried.y + 12}px)` }} aria-hidden>
      {carried.name}
    </div>
  )
}
