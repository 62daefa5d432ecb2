import type { Role } from '#contract/access.ts'
import type { UserStatus } from '#contract/states/user.ts'
import { linkStateOf } from '../../people/invitations.ts'

interface Row {
  id: string
  email: string
  alias: string
  phone: string
  role: Role
  status: UserStatus
  invite_id: string | null
  sent_at_ms: number | null
  expires_at_ms: number | null
  used_at_ms: number | null
}

/** Columns of an invitation beside its person. */
export const invitationColumns = [
  'invitation.id as invite_id',
  'invitation.sent_at_ms',
  'invitation.expires_at_ms',
  'invitation.used_at_ms',
] as const

export function toPerson(row: Row, nowMs: number) {
  const { invite_id: inviteId, sent_at_ms: sentAtMs, expires_at_ms: expiresAtMs } = row
  const isInvited = inviteId !== null && sentAtMs !== null && expiresAtMs !== null
  const state = linkStateOf({ used_at_ms: row.used_at_ms, expires_at_ms: expiresAtMs ?? 0 }, nowMs)
  return {
    userId: row.id,
    email: row.email,
    alias: row.alias,
    phone: row.phone,
    role: row.role,
    isAdministrator: row.role === 'administrator',
    status: row.status,
    invitation: isInvited ? { inviteId, state, sentAtMs, expiresAtMs } : null,
  }
}
