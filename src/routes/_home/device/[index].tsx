import { createFileRoute } from '@tanstack/react-router'
import { DevicesPage } from '../../../features/devices/devices-page.tsx'
import { readDevicesSearch } from '../../../features/devices/devices-search.ts'

export const Route = createFileRoute('/_home/device/index')({
  staticData: { page: 'device' },
  validateSearch: readDevicesSearch,
  component: DevicesPage,
})
