import { createFileRoute } from '@tanstack/react-router'
import { GroupPage } from '../../../features/alarm-rules/group/group-page.tsx'
import { pageSizes, type PageSize } from '../../../ui/controls/page-sizes.ts'

export interface GroupSearch {
  /** The plate group. */
  group?: string
  search?: string
  page?: number
  size?: PageSize
}

export const Route = createFileRoute('/_home/settings/alarmrules/group-detail')({
  staticData: { page: 'settings', forAdministrators: 'vehicleRules' },
  validateSearch: (search: Record<string, unknown>): GroupSearch => ({
    group: typeof search['group'] === 'string' ? search['group'].slice(0, 64) : undefined,
    search: typeof search['search'] === 'string' && search['search'] !== '' ? search['search'].slice(0, 64) : undefined,
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    size: pageSizes.find((size) => size === search['size']),
  }),
  component: GroupPage,
})
