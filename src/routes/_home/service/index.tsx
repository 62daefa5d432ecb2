import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '../../../features/health/health-page.tsx'

// What it asks for comes with the page: a loader's queries would be loaded before anybody signs in.
export const Route = createFileRoute('/_home/service/')({ staticData: { page: 'service' }, component: HealthPage })
