import { createFileRoute } from '@tanstack/react-router'
import { readDeviceSettings, type DeviceSettingsSearch } from '../../../features/devices/settings/section-id.ts'
import { DeviceSettingsPage } from '../../../features/devices/settings/settings-page.tsx'

export const Route = createFileRoute('/_home/device/settings')({
  staticData: { page: 'device' },
  validateSearch: (search: Record<string, unknown>): DeviceSettingsSearch => readDeviceSettings(search),
  component: DeviceSettingsPage,
})
