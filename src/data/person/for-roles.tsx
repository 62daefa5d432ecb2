import type { ReactNode } from 'react'
import type { Role } from '#contract/access.ts'
import { useHoldsRole, useIsOwnAdministrator } from './roles.ts'

/** What only holders of one of these role codes see (rule 6.4). The service checks each call all the same. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  return useHoldsRole(...roles) ? children : null
}

/** What an installer with access for a time does not see: it would be refused. */
export function ForOwnAdministrators({ children }: { children: ReactNode }) {
  return useIsOwnAdministrator() ? children : null
}
