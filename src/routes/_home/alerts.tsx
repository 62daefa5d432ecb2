import { createFileRoute } from '@tanstack/react-router'
import { AlarmsPage } from '../../features/alarms/alarms-page.tsx'

export const Route = createFileRoute('/_home/alerts')({
  staticData: { page: 'alerts' },
  validateSearch: (search: Record<string, unknown>): { page?: number; unread?: boolean; alarm?: string } => ({
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    unread: search['unread'] === true ? true : undefined,
    alarm: typeof search['alarm'] === 'string' ? search['alarm'].slice(0, 64) : undefined,
  }),
  component: AlarmsPage,
})
