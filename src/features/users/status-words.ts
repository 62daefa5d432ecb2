import { useLingui } from '@lingui/react/macro'
import { userStatuses, type UserStatus } from '#contract/states/user.ts'
import type { OrganizationPerson } from '#contract/calls/people/invitation.ts'
import type { Status } from '../../ui/controls/status-dot.tsx'

/** States of a person in words (rule 4.1). */
export function useStatusNames(): Record<UserStatus, string> {
  const { t } = useLingui()
  return {
    [userStatuses.unactivated]: t`Not activated`,
    [userStatuses.activated]: t`Activated`,
    [userStatuses.frozen]: t`Frozen`,
  }
}

/** How a person stands, with the state of the link that they were sent: shape and word. */
export function useStandingOf({ status, invitation }: OrganizationPerson): { dot: Status; word: string } {
  const { t } = useLingui()
  const names = useStatusNames()
  if (status === userStatuses.activated) return { dot: 'online', word: names[status] }
  if (status === userStatuses.frozen) return { dot: 'offline', word: names[status] }
  const hasExpired = invitation?.state === 'expired'
  return hasExpired ? { dot: 'warning', word: t`Invitation expired` } : { dot: 'unknown', word: names[status] }
}
