import { queryOptions } from '@tanstack/react-query'
import { menuTree, type MenuItem } from '#contract/calls/user/menu-tree.ts'
import { ask } from '../core/ask.ts'
import { coreState } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** The menu of the signed-in person. */
export const menuQuery = queryOptions({ queryKey: ['menu'], queryFn: ask(menuTree, undefined) })

/** The first page of the menu: open to everybody, and where people go who may not go where they wanted. */
export const FIRST_PAGE = { page: 'live', path: '/live' } as const satisfies { page: MenuItem['page']; path: string }

/**
 * Whether the signed-in person may open a page: administrators all, others those of their menu, which the service flags for lower users
 * (rule 2.3). While the menu cannot be had, nobody is refused: the page's own calls are.
 */
export async function mayOpen(page: MenuItem['page']): Promise<boolean> {
  const isAdministrator = coreState.session.kind === 'signed-in' && coreState.session.user.isAdministrator
  if (isAdministrator || page === FIRST_PAGE.page) return true
  try {
    const { items } = await queryClient.ensureQueryData(menuQuery)
    return items.some((item) => item.page === page)
  } catch {
    return true
  }
}
