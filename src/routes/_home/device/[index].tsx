import { createFileRoute } from '@tanstack/react-router'
import { DevicesPage } from '../../../features/devices/devices-page.tsx'
import { pageSizes, type PageSize } from '../../../ui/controls/page-sizes.ts'
import { sortOf, sortText } from '../../../ui/controls/table/sort-rows.ts'

export interface DeviceSearch {
  search?: string
  page?: number
  size?: PageSize
  /** As `sortOf` reads it. */
  sort?: string
  /** Serial number of the device whose panel is open. */
  device?: string
}

export const Route = createFileRoute('/_home/device/index')({
  staticData: { page: 'device' },
  validateSearch: (search: Record<string, unknown>): DeviceSearch => ({
    search: typeof search['search'] === 'string' && search['search'] !== '' ? search['search'].slice(0, 64) : undefined,
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    size: pageSizes.find((size) => size === search['size']),
    sort: sortText(sortOf(search['sort'])),
    device: typeof search['device'] === 'string' ? search['device'].slice(0, 64) : undefined,
  }),
  component: DevicesPage,
})
