import { createFileRoute } from '@tanstack/react-router'
import { userStatus, type UserStatus } from '#contract/states/user.ts'
import { UsersPage } from '../../../features/users/users-page.tsx'
import { pageSizes, type PageSize } from '../../../ui/controls/page-sizes.ts'

export interface UserSearch {
  search?: string
  status?: UserStatus
  page?: number
  size?: PageSize
  /** The person whose panel is open. */
  user?: string
}

export const Route = createFileRoute('/_home/user/userlist')({
  staticData: { page: 'users' },
  validateSearch: (search: Record<string, unknown>): UserSearch => ({
    search: typeof search['search'] === 'string' && search['search'] !== '' ? search['search'].slice(0, 64) : undefined,
    status: userStatus.safeParse(search['status']).data,
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    size: pageSizes.find((size) => size === search['size']),
    user: typeof search['user'] === 'string' ? search['user'].slice(0, 64) : undefined,
  }),
  component: UsersPage,
})
