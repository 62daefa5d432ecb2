import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ListedStation } from '#contract/calls/station/station-list.ts'
import { coreState } from '../../data/core/core.ts'
import { stationsQuery } from '../../data/places/stations.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { OutputFigure } from './output-figure.tsx'
import { NotLive, StationState } from './station-words.tsx'
import { stationsMatching } from './stations-search.ts'
import classes from './stations.module.css'

const PairForm = lazy(() => import('./pair-form.tsx').then(({ PairForm }) => ({ default: PairForm })))
const StationPanel = lazy(() => import('./station-panel.tsx').then(({ StationPanel }) => ({ default: StationPanel })))

/** The screens that nobody sits at: what each shows, how it is, and what the office has it do. */
export function StationsPage() {
  const { t, i18n } = useLingui()
  const { search = '', code, station: openSn } = useSearch({ from: '/_home/settings/stations' })
  const navigate = useNavigate({ from: '/settings/stations' })
  const [isAdding, setAdding] = useState(code !== undefined)
  const { data, error, refetch, dataUpdatedAt } = useQuery(stationsQuery)
  const age = useAnswerAge(stationsQuery.queryKey)
  const offsetMs = (data?.nowMs ?? 0) - (age ?? dataUpdatedAt)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const found = data && stationsMatching(data.stations, search, i18n.locale)
  const opened = data?.stations.find(({ sn }) => sn === openSn)
  const open = (station?: string) => void navigate({ search: (now) => ({ ...now, station }) })
  function close() {
    setAdding(false)
    void navigate({ search: (now) => ({ ...now, code: undefined }), replace: true })
  }
  return (
    <Mantine>
      <Page
        title={<Trans>Viewing stations</Trans>}
        filters={
          <>
            <SearchField
              label={t`Search name or site`}
              value={search}
              onChange={(text) => void navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })}
            />
            <AsOf timeMs={age} />
          </>
        }
        action={
          <OnlineButton
            offlineReason={offlineReason}
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            <span className="sl-unseen-narrow">
              <Trans>Pair a screen</Trans>
            </span>
          </OnlineButton>
        }
      >
        {data === undefined || found === undefined ? (
          <NotThereYet error={error} title={<Trans>The viewing stations could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : data.stations.length === 0 ? (
          <Notice drawing="search" title={<Trans>There are no viewing stations yet.</Trans>}>
            <Trans>Open {`${location.origin}/user/kiosk`} on the screen, and enter here the code that it shows.</Trans>
          </Notice>
        ) : found.length === 0 ? (
          <Notice drawing="search" title={<Trans>No viewing station matches.</Trans>} />
        ) : (
          <ul className={classes['list']} aria-label={t`Viewing stations`}>
            {found.map((station) => (
              <li key={station.sn}>
                <StationCard station={station} offsetMs={offsetMs} onOpen={() => open(station.sn)} />
              </li>
            ))}
          </ul>
        )}
        <Suspense>
          {isAdding && <PairForm code={code} stations={data?.stations ?? []} offlineReason={offlineReason} onClose={close} />}
          {opened && (
            <StationPanel
              key={opened.sn}
              station={opened}
              nowMs={data?.nowMs ?? 0}
              offsetMs={offsetMs}
              offlineReason={offlineReason}
              onClose={() => open()}
            />
          )}
        </Suspense>
      </Page>
    </Mantine>
  )
}

/** One station: both of its screens, as far as there are pictures of them. */
function StationCard({ station, offsetMs, onOpen }: { station: ListedStation; offsetMs: number; onOpen: () => void }) {
  const shown = station.outputs.filter(({ isConnected, pictureUrl, voId }) => voId === 1 || isConnected || pictureUrl !== null)
  return (
    <button type="button" className={classes['card']} onClick={onOpen}>
      <span className={classes['pictures']}>
        {shown.map((output) => (
          <OutputFigure key={output.voId} output={output} offsetMs={offsetMs} />
        ))}
      </span>
      <span className={classes['title']}>{station.name}</span>
      <span className={classes['second']}>
        <StationState station={station} /> · {station.siteName}
      </span>
      <NotLive station={station} />
    </button>
  )
}
