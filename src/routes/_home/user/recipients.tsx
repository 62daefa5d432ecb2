import { createFileRoute } from '@tanstack/react-router'
import { RecipientsPage } from '../../../features/contacts/recipients-page.tsx'
import { pageSizes, type PageSize } from '../../../ui/controls/page-sizes.ts'

export interface RecipientSearch {
  search?: string
  page?: number
  size?: PageSize
}

export const Route = createFileRoute('/_home/user/recipients')({
  staticData: { page: 'users' },
  validateSearch: (search: Record<string, unknown>): RecipientSearch => ({
    search: typeof search['search'] === 'string' && search['search'] !== '' ? search['search'].slice(0, 64) : undefined,
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    size: pageSizes.find((size) => size === search['size']),
  }),
  component: RecipientsPage,
})
