import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { lazy, Suspense, useState } from 'react'
import { archiveLimits } from '#contract/archives.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { useMayLookBack } from '../../data/person/look-back.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { archiveConditionsQuery, archivesQuery } from '../../data/records/archives.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { Button } from '../../ui/controls/button.tsx'
import buttons from '../../ui/controls/button.module.css'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { NoPast } from '../../ui/event/no-past.tsx'
import { placesAsked } from '../../ui/filters/place-address.ts'
import { TimeNotice } from '../../ui/filters/time-notice.tsx'
import { timeTrouble } from '../../ui/filters/time-trouble.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { ArchiveGrid } from './archive-grid.tsx'
import { ArchivesNav } from './archives-nav.tsx'
import { ArchiveTable } from './archive-table.tsx'
import { stateAsked, type ArchivesSearch } from './archives-search.ts'
import { ChosenBar } from './chosen-bar.tsx'
import classes from './archives.module.css'

const ArchiveFilters = lazy(() => import('./archive-filters.tsx').then(({ ArchiveFilters }) => ({ default: ArchiveFilters })))
const none: ReadonlySet<string> = new Set()

/** Clips that are kept, the newest first, as pictures or as a table. What is listed stands in the address. */
export function ArchivesPage() {
  const { t, i18n } = useLingui()
  const search = useSearch({ from: '/_home/archives' })
  const navigate = useNavigate({ from: '/archives' })
  const [chosen, setChosen] = useState(none)
  const [isFiltering, setFiltering] = useState(false)
  const { page = 1, text, state, view, from, until } = search
  const span = from === undefined || until === undefined ? undefined : { fromMs: from, toMs: until }
  const trouble = span && timeTrouble(span)
  const { siteIds, channels: cameras } = placesAsked(search)
  const query = archivesQuery({
    pageNum: page,
    pageSize: archiveLimits.pageSize,
    status: stateAsked(state),
    ...(text !== undefined && { archiveTitle: text }),
    ...(siteIds && { siteIds }),
    ...(cameras && { cameras }),
    ...(span && { dateRange: { startMs: span.fromMs, endMs: span.toMs } }),
  })
  const mayLookBack = useMayLookBack()
  const hasNoRights = useHasNoRights()
  const list = useQuery({ ...query, enabled: trouble === undefined && mayLookBack === true })
  const age = useAnswerAge(query.queryKey)
  const { data: conditions } = useQuery({ ...archiveConditionsQuery, enabled: mayLookBack === true })
  const archives = trouble === undefined ? list.data?.archives : []
  const chosenArchives = archives?.filter(({ archiveId }) => chosen.has(archiveId)) ?? []
  const open = ({ archiveId }: Archive) => void navigate({ to: '/archives-details/$id', params: { id: archiveId } })
  function change(next: Partial<ArchivesSearch>) {
    setChosen(none)
    void navigate({ search: (now) => ({ ...now, page: undefined, ...next }), replace: true })
  }
  const filterCount = [search.sites ?? search.cameras, from].filter((one) => one !== undefined).length
  const isNarrowed = filterCount > 0 || text !== undefined || state !== undefined
  const [used, space] = conditions ? [bytesText(conditions.usedBytes, i18n.locale), bytesText(conditions.spaceBytes, i18n.locale)] : []
  const shown = { chosen, onChoose: setChosen, onOpen: open }
  return (
    <Mantine>
      <Page
        title={<Trans>Archives</Trans>}
        filters={
          <div className={classes['head']}>
            <SearchField
              label={t`Search title, case number or tag`}
              value={text ?? ''}
              onChange={(typed) => change({ text: typed || undefined })}
            />
            <ChoiceBar
              label={t`State`}
              choices={[
                { id: 'all', name: t`All` },
                { id: 'done', name: t`Done` },
                { id: 'failed', name: t`Failed` },
              ]}
              value={state ?? 'all'}
              onChoose={(next) => change({ state: next === 'all' ? undefined : next })}
            />
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFiltering(true)}
            >
              {filterCount > 0 ? <Trans>Filters ({filterCount})</Trans> : <Trans>Filters</Trans>}
            </Button>
            <ChoiceBar
              label={t`Shown as`}
              choices={[
                { id: 'grid', name: t`Pictures` },
                { id: 'table', name: t`Table` },
              ]}
              value={view ?? 'grid'}
              onChoose={(next) => change({ view: next === 'table' ? 'table' : undefined, page: search.page })}
            />
            {used && (
              <span className={`${classes['space']} sl-figures`}>
                <Trans>
                  {used} of {space} used
                </Trans>
              </span>
            )}
            <AsOf timeMs={age} />
          </div>
        }
        foot={
          chosenArchives.length > 0 ? (
            <ChosenBar archives={chosenArchives} onClear={() => setChosen(none)} />
          ) : (
            <Pager
              total={trouble === undefined ? (list.data?.total ?? 0) : 0}
              page={page}
              size={archiveLimits.pageSize}
              onTurn={({ page: next }) => change({ page: next })}
            />
          )
        }
      >
        <ForRoles roles={['administrator']}>
          <ArchivesNav />
        </ForRoles>
        {mayLookBack === false ? (
          <NoPast hasNoRights={hasNoRights} drawing="camera" />
        ) : trouble !== undefined ? (
          <TimeNotice drawing="search" trouble={trouble} onFilter={() => setFiltering(true)} onChange={change} />
        ) : archives === undefined ? (
          <NotThereYet error={list.error} title={<Trans>The archives could not be loaded.</Trans>} onRetry={() => void list.refetch()} />
        ) : archives.length === 0 ? (
          <NoArchives isNarrowed={isNarrowed} />
        ) : view === 'table' ? (
          <ArchiveTable archives={archives} {...shown} />
        ) : (
          <ArchiveGrid archives={archives} {...shown} />
        )}
        <Suspense>
          {isFiltering && (
            <ArchiveFilters
              search={search}
              conditions={conditions}
              trouble={trouble}
              onChange={change}
              onClose={() => setFiltering(false)}
            />
          )}
        </Suspense>
      </Page>
    </Mantine>
  )
}

function NoArchives({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) return <Notice drawing="search" title={<Trans>No archive matches.</Trans>} />
  return (
    <Notice
      drawing="camera"
      title={<Trans>There are no archives yet.</Trans>}
      step={
        <Link className={buttons['main']} to="/playback">
          <Trans>Go to playback, and keep a part of it</Trans>
        </Link>
      }
    >
      <Trans>An archive is a clip that stays when the recording goes.</Trans>
    </Notice>
  )
}
