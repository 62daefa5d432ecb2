import { createFileRoute } from '@tanstack/react-router'
import { ContactsPage } from '../../../features/contacts/contacts-page.tsx'
import { pageSizes, type PageSize } from '../../../ui/controls/page-sizes.ts'

export interface ContactSearch {
  search?: string
  page?: number
  size?: PageSize
}

export const Route = createFileRoute('/_home/user/contacts')({
  staticData: { page: 'users' },
  validateSearch: (search: Record<string, unknown>): ContactSearch => ({
    search: typeof search['search'] === 'string' && search['search'] !== '' ? search['search'].slice(0, 64) : undefined,
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    size: pageSizes.find((size) => size === search['size']),
  }),
  component: ContactsPage,
})
