import { createFileRoute, redirect } from '@tanstack/react-router'
import { coreState } from '../../../data/core.ts'
import { LogsPage } from '../../../features/security/logs-page.tsx'
import { readLogSearch, type LogSearch } from '../../../features/security/log-search.ts'

export const Route = createFileRoute('/_home/privacySecurity/operation-logs')({
  staticData: { page: 'privacySecurity' },
  validateSearch: (search: Record<string, unknown>): LogSearch => readLogSearch(search),
  // The audit trail is for administrators.
  beforeLoad: () => {
    const { session } = coreState
    if (session.kind === 'signed-in' && !session.user.isAdministrator) throw redirect({ to: '/privacySecurity', replace: true })
  },
  component: LogsPage,
})
