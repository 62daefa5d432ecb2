import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useState } from 'react'
import { isVehicleRule, type AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { ruleKinds } from '#contract/calls/event/rule-kinds.ts'
import { alarmRulesQuery } from '../../data/organization/alarm-rules.ts'
import { plateGroupsQuery } from '../../data/records/plates.ts'
import { useHoldsRight, useHoldsRole } from '../../data/person/roles.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { DeleteRule } from './list/delete-rule.tsx'
import { RuleTable } from './list/rule-table.tsx'
import { NEW_RULE, type RuleSearch } from './rule-search.ts'
import { ruleKindNames } from './rule-words.ts'
import { RulesNav } from './rules-nav.tsx'
import { useBlocked } from './use-blocked.ts'
import { useRulePlaces } from './use-rule-places.ts'

const RulePanel = lazy(() => import('./editor/rule-panel.tsx').then(({ RulePanel }) => ({ default: RulePanel })))

interface RulesProps {
  isVehicle: boolean
  search: RuleSearch
  onSearch: (change: RuleSearch, isReplacing?: boolean) => void
}

/** Alarm rules about everything but vehicles. */
export function GeneralRules() {
  const search = useSearch({ from: '/_home/settings/alarmrules/general-alarm-rule' })
  const navigate = useNavigate({ from: '/settings/alarmrules/general-alarm-rule' })
  const onSearch = (change: RuleSearch, replace = false) => void navigate({ search: (now) => ({ ...now, ...change }), replace })
  return <Rules isVehicle={false} search={search} onSearch={onSearch} />
}

/** Alarm rules about vehicles and plates: for administrators. */
export function VehicleRules() {
  const search = useSearch({ from: '/_home/settings/alarmrules/general-vehicle' })
  const navigate = useNavigate({ from: '/settings/alarmrules/general-vehicle' })
  const onSearch = (change: RuleSearch, replace = false) => void navigate({ search: (now) => ({ ...now, ...change }), replace })
  return <Rules isVehicle search={search} onSearch={onSearch} />
}

function Rules({ isVehicle, search: { search = '', kind, rule: openId, like }, onSearch }: RulesProps) {
  const { t, i18n } = useLingui()
  const isAdministrator = useHoldsRole('administrator')
  const mayConfigure = useHoldsRight('configure')
  const rules = useQuery({ ...alarmRulesQuery, enabled: mayConfigure })
  const groups = useQuery({ ...plateGroupsQuery, enabled: isAdministrator })
  const age = useAnswerAge(alarmRulesQuery.queryKey)
  const places = useRulePlaces(isAdministrator)
  const blocked = useBlocked()
  const [deleting, setDeleting] = useState<AlarmRule>()
  const all = rules.data?.rules.filter(({ trigger }) => isVehicleRule(trigger) === isVehicle)
  const shown = all?.filter(({ name, trigger }) => matches(name, search, i18n.locale) && (kind === undefined || trigger.kind === kind))
  const opened = rules.data?.rules.find(({ ruleId }) => ruleId === openId)
  const model = rules.data?.rules.find(({ ruleId }) => ruleId === like)
  const isOpen = openId === NEW_RULE ? like === undefined || model !== undefined : opened !== undefined
  const close = () => onSearch({ rule: undefined, like: undefined })
  const add = (
    <OnlineButton
      offlineReason={blocked.licence.reason === undefined ? blocked.offline : undefined}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      onClick={() => onSearch({ rule: NEW_RULE, like: undefined })}
    >
      <span className="sl-unseen-narrow">
        <Trans>Add rule</Trans>
      </span>
    </OnlineButton>
  )
  return (
    <Mantine>
      <Page
        title={<Trans>Setting rules</Trans>}
        filters={
          mayConfigure && (
            <>
              <SearchField label={t`Search name`} value={search} onChange={(text) => onSearch({ search: text || undefined }, true)} />
              <Select
                aria-label={t`Kind of rule`}
                value={kind ?? ''}
                data={[
                  { value: '', label: t`All kinds` },
                  ...ruleKinds.map((one) => ({ value: one as string, label: i18n._(ruleKindNames[one]) })),
                ]}
                onChange={({ currentTarget }) => onSearch({ kind: ruleKinds.find((one) => one === currentTarget.value) }, true)}
              />
              <AsOf timeMs={age} />
            </>
          )
        }
        action={mayConfigure && add}
      >
        <RulesNav />
        {mayConfigure ? (
          <RuleTable
            rules={shown}
            places={places}
            groupName={(groupId) => groups.data?.groups.find((group) => group.groupId === groupId)?.groupName ?? groupId}
            error={rules.error}
            isSearch={all !== undefined && all.length > 0}
            isVehicle={isVehicle}
            openId={openId}
            blocked={blocked}
            add={add}
            onRetry={() => void rules.refetch()}
            onOpen={({ ruleId }) => onSearch({ rule: ruleId, like: undefined })}
            onCopy={({ ruleId }) => onSearch({ rule: NEW_RULE, like: ruleId })}
            onDelete={setDeleting}
          />
        ) : (
          <Notice drawing="lock" title={<Trans>Alarm rules are set by whoever may configure cameras.</Trans>}>
            <Trans>You may configure none. An administrator can give you a site.</Trans>
          </Notice>
        )}
        {isOpen && places.isThere && (
          <Suspense>
            <LicenceGuard stand={opened === undefined ? blocked.licence : { ...blocked.licence, reason: undefined }} onClose={close}>
              <RulePanel
                key={`${openId} ${like}`}
                rule={opened}
                model={model}
                isVehicle={isVehicle}
                takenNames={rules.data?.rules.map(({ name }) => name) ?? []}
                places={places}
                blocked={blocked}
                onClose={close}
              />
            </LicenceGuard>
          </Suspense>
        )}
        {deleting && <DeleteRule rule={deleting} offlineReason={blocked.offline} onClose={() => setDeleting(undefined)} />}
      </Page>
    </Mantine>
  )
}

function matches(name: string, search: string, locale: string): boolean {
  return name.toLocaleLowerCase(locale).includes(search.toLocaleLowerCase(locale))
}
