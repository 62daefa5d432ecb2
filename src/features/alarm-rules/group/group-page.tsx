import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { plateGroupsOf } from '#contract/calls/event/alarm-rule.ts'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { alarmRulesQuery } from '../../../data/organization/alarm-rules.ts'
import { plateGroupsQuery, platesPageQuery } from '../../../data/records/plates.ts'
import { DEFAULT_PAGE_SIZE } from '../../../ui/controls/page-sizes.ts'
import { Pager } from '../../../ui/controls/pager.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import type { Column } from '../../../ui/controls/table/column.ts'
import { DataTable } from '../../../ui/controls/table/data-table.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { Page } from '../../../ui/page/page.tsx'
import settings from '../../../ui/page/settings.module.css'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import classes from './group.module.css'

const idOf = ({ plateId }: Plate) => plateId
const plateOf = ({ plate }: Plate) => plate

function useColumns(): Column<Plate>[] {
  const { t } = useLingui()
  return [
    { id: 'plate', name: t`Plate`, kind: 'main', widthPx: 180, title: plateOf, cell: plateOf },
    { id: 'owner', name: t`Owner`, narrow: 'second', widthPx: 220, cell: ({ owner }) => owner || '–' },
    { id: 'type', name: t`Vehicle type`, narrow: 'none', widthPx: 160, cell: ({ vehicleType }) => vehicleType || '–' },
    { id: 'phone', name: t`Phone`, kind: 'figures', narrow: 'none', cell: ({ phone }) => phone || '–' },
  ]
}

/** What is in a plate group that rules ask about, and which rules those are. */
export function GroupPage() {
  const { t, i18n } = useLingui()
  const { group: groupId = '', search, page = 1, size = DEFAULT_PAGE_SIZE } = useSearch({ from: '/_home/settings/alarmrules/group-detail' })
  const navigate = useNavigate({ from: '/settings/alarmrules/group-detail' })
  const groups = useQuery(plateGroupsQuery)
  const rules = useQuery(alarmRulesQuery)
  const group = groups.data?.groups.find((one) => one.groupId === groupId)
  const plates = useQuery({ ...platesPageQuery({ groupId, pageNum: page, pageSize: size, search }), enabled: group !== undefined })
  const asking = rules.data?.rules.filter(({ trigger }) => plateGroupsOf(trigger).includes(groupId)) ?? []
  const back = t`Vehicle rules`
  const capacity = i18n.number(group?.capacity ?? 0)
  const columns = useColumns()
  return (
    <Mantine>
      <Page
        back={
          <Link to="/settings/alarmrules/general-vehicle" className={settings['back']} aria-label={back} data-tip={back}>
            <IconArrowLeft size={18} stroke={1.5} aria-hidden />
          </Link>
        }
        title={group?.groupName ?? <Trans>Plate group</Trans>}
        filters={
          group && (
            <SearchField
              label={t`Search number or owner`}
              value={search ?? ''}
              onChange={(text) =>
                void navigate({ search: (now) => ({ ...now, page: undefined, search: text || undefined }), replace: true })
              }
            />
          )
        }
        foot={
          group && (
            <Pager
              total={plates.data?.total ?? 0}
              page={page}
              size={size}
              canSize
              onTurn={(to) => void navigate({ search: (now) => ({ ...now, ...to }) })}
            />
          )
        }
      >
        {groups.data === undefined && (
          <NotThereYet
            error={groups.error}
            title={<Trans>The plate group could not be loaded.</Trans>}
            onRetry={() => void groups.refetch()}
          />
        )}
        {groups.data !== undefined && group === undefined && (
          <Notice
            drawing="lost"
            title={groupId === '' ? <Trans>No plate group was chosen.</Trans> : <Trans>This plate group does not exist any more.</Trans>}
            step={<Link to="/settings/alarmrules/general-vehicle">{back}</Link>}
          />
        )}
        {group && (
          <>
            <div className={classes['facts']}>
              <p>
                <Plural value={group.plateTotal} one="# plate" other="# plates" />, <Trans>{capacity} at most</Trans>
              </p>
              <p>
                {asking.length === 0 ? <Trans>No rule asks about it.</Trans> : <Trans>Asked about by:</Trans>}{' '}
                {asking.map(({ ruleId, name }) => (
                  <Link key={ruleId} to="/settings/alarmrules/general-vehicle" search={{ rule: ruleId }}>
                    {name}
                  </Link>
                ))}
              </p>
            </div>
            <DataTable
              id="plates-of-group"
              label={t`Plates`}
              columns={columns}
              rows={plates.data?.plates}
              rowId={idOf}
              rowName={plateOf}
              error={plates.error}
              failed={<Trans>The plates could not be loaded.</Trans>}
              onRetry={() => void plates.refetch()}
              empty={
                search === undefined ? (
                  <Notice drawing="search" title={<Trans>There are no plates in this group.</Trans>} />
                ) : (
                  <Notice drawing="search" title={<Trans>No plate matches the search.</Trans>} />
                )
              }
            />
          </>
        )}
      </Page>
    </Mantine>
  )
}
