import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { coreState } from '../../data/core/core.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { sitesQuery } from '../../data/places/sites.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import type { Sort } from '../../ui/controls/table/sort-rows.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { sceneNames, sceneOf } from '../../ui/text/scene-names.ts'
import { SiteHealth, urgencyOf } from './site-health.tsx'

const SiteForm = lazy(() => import('./site-form.tsx').then(({ SiteForm }) => ({ default: SiteForm })))
const ScenesDialog = lazy(() => import('./scenes-dialog.tsx').then(({ ScenesDialog }) => ({ default: ScenesDialog })))
const SitesMap = lazy(() => import('./sites-map.tsx').then(({ SitesMap }) => ({ default: SitesMap })))
const SitePanel = lazy(() => import('./site-panel.tsx').then(({ SitePanel }) => ({ default: SitePanel })))

const idOf = ({ siteId }: Site) => siteId
const nameOf = ({ siteName }: Site) => siteName

/** The sites, those first at which something has to be seen to. */
export function SitesPage() {
  const { t } = useLingui()
  const { search, site: openId, view } = useSearch({ from: '/_home/settings/site/sitelist' })
  const navigate = useNavigate({ from: '/settings/site/sitelist' })
  const [isAdding, setAdding] = useState(false)
  const [isShowingScenes, setShowingScenes] = useState(false)
  const [sort, setSort] = useState<Sort | undefined>({ column: 'health', isDescending: false })
  const { data, error, refetch } = useQuery(sitesQuery)
  const age = useAnswerAge(sitesQuery.queryKey)
  const columns = useColumns()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const wanted = search?.toLowerCase() ?? ''
  const rows = data?.sites.filter((site) =>
    [site.siteName, site.city, site.address, ...(site.labels ?? [])].some((text) => text.toLowerCase().includes(wanted)),
  )
  const opened = data?.sites.find(({ siteId }) => siteId === openId)
  const open = (site?: string) => void navigate({ search: (now) => ({ ...now, site }) })
  return (
    <Mantine>
      <Page
        title={<Trans>Sites</Trans>}
        filters={
          <>
            <SearchField
              label={t`Search name, city, address or label`}
              value={search ?? ''}
              onChange={(text) => void navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })}
            />
            <ChoiceBar
              label={t`Shown as`}
              choices={[
                { id: 'list', name: t`List` },
                { id: 'map', name: t`Map` },
              ]}
              value={view ?? 'list'}
              onChoose={(next) => void navigate({ search: (now) => ({ ...now, view: next === 'map' ? 'map' : undefined }), replace: true })}
            />
            <ForRoles roles={['administrator']}>
              <Button variant="default" size="compact-md" onClick={() => setShowingScenes(true)}>
                <Trans>Scenes</Trans>
              </Button>
            </ForRoles>
            <AsOf timeMs={age} />
          </>
        }
        action={
          <ForRoles roles={['administrator']}>
            <OnlineButton
              offlineReason={offlineReason}
              leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              <span className="sl-unseen-narrow">
                <Trans>Add site</Trans>
              </span>
            </OnlineButton>
          </ForRoles>
        }
      >
        {view === 'map' && rows && rows.length > 0 ? (
          <Suspense>
            <SitesMap sites={rows} openId={openId} onOpen={open} />
          </Suspense>
        ) : (
          <DataTable
            id="sites"
            label={t`Sites`}
            columns={columns}
            rows={rows}
            rowId={idOf}
            rowName={nameOf}
            error={error}
            failed={<Trans>The sites could not be loaded.</Trans>}
            onRetry={() => void refetch()}
            empty={
              <Notice drawing="search" title={wanted === '' ? <Trans>There are no sites yet.</Trans> : <Trans>No site matches.</Trans>} />
            }
            {...(openId !== undefined && { openId })}
            onOpen={({ siteId }) => open(siteId)}
            {...(sort && { sort })}
            onSort={setSort}
          />
        )}
        <Suspense>
          {isAdding && <SiteForm offlineReason={offlineReason} onClose={() => setAdding(false)} />}
          {isShowingScenes && <ScenesDialog offlineReason={offlineReason} onClose={() => setShowingScenes(false)} />}
          {opened && <SitePanel key={opened.siteId} site={opened} offlineReason={offlineReason} onClose={() => open()} />}
        </Suspense>
      </Page>
    </Mantine>
  )
}

function useColumns(): Column<Site>[] {
  const { t, i18n } = useLingui()
  return [
    { id: 'name', name: t`Name`, kind: 'main', widthPx: 220, sortBy: nameOf, title: nameOf, cell: nameOf },
    { id: 'health', name: t`State`, widthPx: 200, sortBy: urgencyOf, cell: (site) => <SiteHealth site={site} /> },
    {
      id: 'scene',
      name: t`Scene`,
      narrow: 'none',
      widthPx: 140,
      sortBy: (site) => sceneOf(site, (scene) => i18n._(sceneNames[scene])),
      cell: (site) => sceneOf(site, (scene) => i18n._(sceneNames[scene])),
    },
    { id: 'city', name: t`City`, narrow: 'second', widthPx: 140, sortBy: ({ city }) => city, cell: ({ city }) => city },
    {
      id: 'devices',
      name: t`Devices online`,
      kind: 'figures',
      narrow: 'second',
      widthPx: 120,
      sortBy: ({ deviceTotal }) => deviceTotal,
      cell: ({ deviceOnline, deviceTotal }) => t`${deviceOnline} of ${deviceTotal}`,
    },
    {
      id: 'cameras',
      name: t`Cameras online`,
      kind: 'figures',
      narrow: 'none',
      widthPx: 130,
      sortBy: ({ cameraTotal }) => cameraTotal,
      cell: ({ cameraOnline, cameraTotal }) => t`${cameraOnline} of ${cameraTotal}`,
    },
    { id: 'labels', name: t`Labels`, narrow: 'none', widthPx: 160, cell: ({ labels }) => labels?.join(', ') },
    { id: 'contact', name: t`Contact`, narrow: 'none', cell: ({ contact, phone }) => [contact, phone].filter(Boolean).join(' · ') },
  ]
}
