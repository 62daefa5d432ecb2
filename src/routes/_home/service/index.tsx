import { createFileRoute } from '@tanstack/react-router'
import { healthQuery } from '../../../data/organization/health.ts'
import { HealthPage } from '../../../features/health/health-page.tsx'

export const Route = createFileRoute('/_home/service/')({
  staticData: { page: 'service' },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(healthQuery)
  },
  component: HealthPage,
})
