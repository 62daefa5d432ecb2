import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChannelRight, Role } from '#contract/access.ts'
import { funcResList } from '#contract/calls/people/func-res-list.ts'
import { ask } from '../core/ask.ts'
import { queryClient } from '../query/query-client.ts'

/** The role codes of the signed-in person, as the service gives them, and the rights that come with them. */
export const rolesQuery = queryOptions({ queryKey: ['roles'], queryFn: ask(funcResList, undefined) })

/**
 * Whether the person holds one of these role codes (rule 6.4). False until the service
 * has said so.
 */
export function useHoldsRole(...roles: readonly Role[]): boolean {
  const { data } = useQuery(rolesQuery)
  return data?.roleCodes.some((code) => roles.includes(code)) ?? false
}

/** Whether the person is an administrator of the organization itself, not an installer with access for a time. */
export function useIsOwnAdministrator(): boolean {
  const { data } = useQuery(rolesQuery)
  return useHoldsRole('administrator') && data?.isByRemoteAccess === false
}

/** Of the roles, outside of components. When the service cannot say, nobody is refused: its calls refuse all the same. */
export async function holdsRole(...roles: readonly Role[]): Promise<boolean> {
  try {
    const { roleCodes } = await queryClient.ensureQueryData(rolesQuery)
    return roleCodes.some((code) => roles.includes(code))
  } catch {
    return true
  }
}

/** Whether the person has this right on any camera. False until the service has said so. */
export function useHoldsRight(right: ChannelRight): boolean {
  const { data } = useQuery(rolesQuery)
  return data?.rights.includes(right) ?? false
}

/** Whether the service has said that the person has no right on any camera: lists are empty for that reason. */
export function useHasNoRights(): boolean {
  const { data } = useQuery(rolesQuery)
  return data?.rights.length === 0
}
