import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '../../../features/health/health-page.tsx'
import { ServicesPart } from '../../../features/licence/overview/services-part.tsx'

// What it asks for comes with the page: a loader's queries would be loaded before anybody signs in.
export const Route = createFileRoute('/_home/service/')({ staticData: { page: 'service' }, component: ServicePage })

function ServicePage() {
  return <HealthPage services={<ServicesPart />} />
}
