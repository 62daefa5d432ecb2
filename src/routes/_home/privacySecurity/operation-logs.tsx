import { createFileRoute } from '@tanstack/react-router'
import { LogsPage } from '../../../features/security/logs-page.tsx'
import { readLogSearch, type LogSearch } from '../../../features/security/log-search.ts'

export const Route = createFileRoute('/_home/privacySecurity/operation-logs')({
  staticData: { page: 'privacySecurity', forAdministrators: 'operationLogs' },
  validateSearch: (search: Record<string, unknown>): LogSearch => readLogSearch(search),
  component: LogsPage,
})
