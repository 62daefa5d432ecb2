import { createFileRoute, redirect } from '@tanstack/react-router'
import { holdsRole } from '../../../data/roles.ts'
import { LogsPage } from '../../../features/security/logs-page.tsx'
import { readLogSearch, type LogSearch } from '../../../features/security/log-search.ts'

export const Route = createFileRoute('/_home/privacySecurity/operation-logs')({
  staticData: { page: 'privacySecurity' },
  validateSearch: (search: Record<string, unknown>): LogSearch => readLogSearch(search),
  // The audit trail is for administrators.
  beforeLoad: async () => {
    if (!(await holdsRole('administrator'))) throw redirect({ to: '/privacySecurity', replace: true })
  },
  component: LogsPage,
})
