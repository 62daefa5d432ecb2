import { Trans, useLingui } from '@lingui/react/macro'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState, type ReactNode } from 'react'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import type { Column } from '../../../ui/controls/table/column.ts'
import { DataTable } from '../../../ui/controls/table/data-table.tsx'
import type { Sort } from '../../../ui/controls/table/sort-rows.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { scheduleText } from '../../../ui/schedule/schedule-words.ts'
import { intervalText, ruleKindNames, scopeText, triggerText } from '../rule-words.ts'
import { WeekPicture } from '../../../ui/schedule/week-picture.tsx'
import type { useBlocked } from '../use-blocked.ts'
import type { RulePlaces } from '../use-rule-places.ts'
import { RuleSwitch } from './rule-switch.tsx'

interface RuleTableProps {
  rules: readonly AlarmRule[] | undefined
  places: RulePlaces
  groupName: (groupId: string) => string
  error: Error | null
  /** There are rules, though none may match. */
  isSearch: boolean
  isVehicle: boolean
  openId: string | undefined
  blocked: ReturnType<typeof useBlocked>
  /** The way to the first rule. */
  add: ReactNode
  onRetry: () => void
  onOpen: (rule: AlarmRule) => void
  onCopy: (rule: AlarmRule) => void
  onDelete: (rule: AlarmRule) => void
}

const idOf = ({ ruleId }: AlarmRule) => ruleId
const nameOf = ({ name }: AlarmRule) => name
const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true }

function useColumns({ places, groupName, blocked, onCopy, onDelete }: RuleTableProps): Column<AlarmRule>[] {
  const { t, i18n } = useLingui()
  const raises = ({ trigger }: AlarmRule) => triggerText(trigger, groupName)
  const gone = t`a place that is gone`
  const names = {
    site: (siteId: string) => places.siteName(siteId) ?? gone,
    camera: (channel: { sn: string; chlIndex: number }) => places.camera(channel)?.channelName ?? gone,
  }
  const where = ({ scope }: AlarmRule) => scopeText(scope, names)
  const mailed = ({ emails }: AlarmRule) => emails.join(', ')
  return [
    { id: 'name', name: t`Name`, kind: 'main', widthPx: 200, title: nameOf, sortBy: nameOf, cell: nameOf },
    {
      id: 'on',
      name: t`On`,
      narrow: 'first',
      widthPx: 64,
      sortBy: ({ isEnabled }) => (isEnabled ? 0 : 1),
      cell: (rule) => <RuleSwitch rule={rule} blocked={blocked} />,
    },
    {
      id: 'kind',
      name: t`Kind`,
      narrow: 'none',
      widthPx: 120,
      sortBy: ({ trigger }) => i18n._(ruleKindNames[trigger.kind]),
      cell: ({ trigger }) => i18n._(ruleKindNames[trigger.kind]),
    },
    { id: 'raises', name: t`Raised by`, kind: 'long', narrow: 'second', widthPx: 240, title: raises, cell: raises },
    { id: 'where', name: t`Where`, kind: 'long', narrow: 'none', widthPx: 180, title: where, cell: where },
    {
      id: 'when',
      name: t`When`,
      narrow: 'none',
      widthPx: 120,
      cell: ({ schedule }) => <WeekPicture schedule={schedule} text={scheduleText(schedule)} />,
    },
    { id: 'mails', name: t`Recipients`, kind: 'long', narrow: 'none', widthPx: 160, title: mailed, cell: (rule) => mailed(rule) || '–' },
    {
      id: 'interval',
      name: t`At most every`,
      kind: 'number',
      narrow: 'none',
      widthPx: 110,
      sortBy: ({ alertIntervalS }) => alertIntervalS,
      cell: ({ alertIntervalS }) => intervalText(alertIntervalS),
    },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: (rule) => (
        <>
          <IconButton label={t`Duplicate “${rule.name}”`} onClick={() => onCopy(rule)}>
            <IconCopy {...iconProps} />
          </IconButton>
          <IconButton label={t`Delete “${rule.name}”`} onClick={() => onDelete(rule)}>
            <IconTrash {...iconProps} />
          </IconButton>
        </>
      ),
    },
  ]
}

/** The rules of a page. */
export function RuleTable(props: RuleTableProps) {
  const { rules, error, isSearch, isVehicle, openId, add, onRetry, onOpen } = props
  const { t } = useLingui()
  const [sort, setSort] = useState<Sort>()
  return (
    <DataTable
      id="alarm-rules"
      label={isVehicle ? t`Vehicle rules` : t`General rules`}
      columns={useColumns(props)}
      rows={rules}
      rowId={idOf}
      rowName={nameOf}
      error={error}
      failed={<Trans>The alarm rules could not be loaded.</Trans>}
      onRetry={onRetry}
      openId={openId}
      isDim={({ isEnabled }) => !isEnabled}
      sort={sort}
      onSort={setSort}
      empty={
        isSearch ? (
          <Notice drawing="search" title={<Trans>No rule matches the search.</Trans>} />
        ) : (
          <Notice drawing="bell" title={<Trans>There are no alarm rules here yet.</Trans>} step={add}>
            {isVehicle ? (
              <Trans>A rule says which vehicles and plates raise an alarm, where and when, and who is told.</Trans>
            ) : (
              <Trans>
                A rule says what raises an alarm, where and when, and who is told. Devices that are lost raise one without a rule.
              </Trans>
            )}
          </Notice>
        )
      }
      onOpen={onOpen}
    />
  )
}
