import { createFileRoute } from '@tanstack/react-router'
import { alarmRulesQuery } from '../../../data/organization/alarm-rules.ts'
import { readRuleSearch, type RuleSearch } from '../../../features/alarm-rules/rule-search.ts'
import { VehicleRules } from '../../../features/alarm-rules/rules-page.tsx'

export const Route = createFileRoute('/_home/settings/alarmrules/general-vehicle')({
  staticData: { page: 'settings', forAdministrators: 'vehicleRules' },
  validateSearch: (search: Record<string, unknown>): RuleSearch => readRuleSearch(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(alarmRulesQuery)
  },
  component: VehicleRules,
})
