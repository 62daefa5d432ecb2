import { createFileRoute } from '@tanstack/react-router'
import { AlarmsPage } from '../../features/alarms/alarms-page.tsx'
import { readAlarmsSearch, type AlarmsSearch } from '../../features/alarms/alarms-search.ts'

export const Route = createFileRoute('/_home/alerts')({
  staticData: { page: 'alerts' },
  validateSearch: (search: Record<string, unknown>): AlarmsSearch => readAlarmsSearch(search),
  component: AlarmsPage,
})
