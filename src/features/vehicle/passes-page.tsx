import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useHasNoRights, useHoldsRight, useHoldsRole, rolesQuery } from '../../data/person/roles.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { passesQuery } from '../../data/records/passes.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { VehicleNav } from '../../ui/page/vehicle-nav.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { PassDays } from './pass-days.tsx'
import { PassList } from './pass-list.tsx'
import { PassSpan } from './pass-span.tsx'
import { useZones } from './use-zones.ts'
import classes from './vehicle.module.css'

/** Where vehicles were seen by their plates: one, those that a pattern stands for, or all. */
export function PassesPage() {
  const { t } = useLingui()
  const { plate, until } = useSearch({ from: '/_home/vehicle/' })
  const navigate = useNavigate({ from: '/vehicle/' })
  const hasDatabase = useHoldsRole('administrator')
  const query = passesQuery(plate, until)
  const age = useAnswerAge(query.queryKey)
  return (
    <Mantine>
      <Page
        title={<Trans>Vehicle</Trans>}
        filters={
          <>
            <SearchField
              label={t`Plate; * and ? stand for others`}
              value={plate ?? ''}
              onChange={(text) => void navigate({ search: { until, plate: text || undefined }, replace: true })}
            />
            <AsOf timeMs={age} />
          </>
        }
      >
        <VehicleNav hasDatabase={hasDatabase} />
        <Passes plate={plate} until={until} />
      </Page>
    </Mantine>
  )
}

/** What was found, or why there is nothing to see. */
function Passes({ plate, until }: { plate: string | undefined; until: number | undefined }) {
  const hasNoRights = useHasNoRights()
  const mayLookBack = useHoldsRight('playback')
  const { data: roles } = useQuery(rolesQuery)
  const zones = useZones()
  const { data, error, refetch } = useQuery({ ...passesQuery(plate, until), enabled: mayLookBack })
  if (hasNoRights) return <NoneAssigned drawing="search" />
  if (roles !== undefined && !mayLookBack)
    return (
      <Notice drawing="lock" title={<Trans>You may watch live video, and not what was recorded.</Trans>}>
        <Trans>An administrator of your organization can give you access.</Trans>
      </Notice>
    )
  if (data === undefined)
    return <NotThereYet error={error} title={<Trans>The passes could not be loaded.</Trans>} onRetry={() => void refetch()} />
  return (
    <>
      <PassSpan plate={plate} passes={data} isNow={until === undefined} />
      {data.events.length === 0 ? (
        <Notice
          drawing="search"
          title={plate === undefined ? <Trans>No plate was seen in this time.</Trans> : <Trans>“{plate}” was not seen in this time.</Trans>}
        >
          <Trans>An asterisk stands for any characters, a question mark for one: AB*12?</Trans>
        </Notice>
      ) : (
        <div className={classes['passes']}>
          <PassList key={`${plate} ${until}`} events={data.events} zones={zones} />
          {plate !== undefined && <PassDays passes={data} zones={zones} />}
        </div>
      )}
    </>
  )
}
