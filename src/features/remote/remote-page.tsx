import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../../data/core/call-error.ts'
import { coreState } from '../../data/core/core.ts'
import { controlledQuery } from '../../data/places/station-remote.ts'
import { Select } from '../../ui/controls/select.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { RemoteControl } from './remote-control.tsx'
import classes from './remote.module.css'

const REFUSED = codeOf('call-not-permitted')

/** Has the screens of viewing stations show something else for a while; made for a thumb, on a telephone first. */
export function RemotePage() {
  const { t } = useLingui()
  const { station, screen } = useSearch({ from: '/_home/remote' })
  const navigate = useNavigate({ from: '/remote' })
  const { data, error, refetch } = useQuery(controlledQuery)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  // Whoever may move no camera is refused the list: for them there is none.
  const stations = error instanceof CallError && error.code === REFUSED ? [] : data?.stations
  const places = (stations ?? []).flatMap(({ sn, name, siteName, connected }) =>
    ([1, 2] as const)
      .filter((voId) => voId === 1 || connected.includes(voId) || (sn === station && voId === screen))
      .map((voId) => ({ sn, voId, id: `${sn} ${voId}`, name: t`${name}, screen ${voId} · ${siteName}` })),
  )
  // A code that leads to a screen which somebody may not control leads to no other one.
  const chosen = station === undefined ? places[0] : places.find(({ sn, voId }) => sn === station && voId === (screen ?? 1))
  return (
    <Mantine>
      <Page title={<Trans>Remote control</Trans>}>
        {stations === undefined ? (
          <NotThereYet error={error} title={<Trans>The viewing stations could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : (
          <div className={classes['page']}>
            {(places.length > 1 || (chosen === undefined && places.length > 0)) && (
              <Select
                label={t`Screen`}
                size="md"
                data={[
                  ...(chosen === undefined ? [{ value: '', label: t`Choose…` }] : []),
                  ...places.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={chosen?.id ?? ''}
                onChange={({ currentTarget }) => {
                  const next = places.find(({ id }) => id === currentTarget.value)
                  if (next) void navigate({ search: { station: next.sn, screen: next.voId }, replace: true })
                }}
              />
            )}
            {chosen ? (
              <RemoteControl key={chosen.id} place={chosen} name={chosen.name} offlineReason={offlineReason} />
            ) : (
              <Notice drawing="search" title={<Trans>There is no screen here that you may control.</Trans>}>
                <Trans>Whoever may move the cameras of a site controls the viewing stations of it.</Trans>
              </Notice>
            )}
          </div>
        )}
      </Page>
    </Mantine>
  )
}
