import type { Role } from '#contract/access.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
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

/** A person of the organization as the wire has them for this viewer. */
export function toPerson(row: Row, nowMs: number, viewer: Viewer) {
  const names = namesFor(viewer, row.id)
  const { invite_id: inviteId, sent_at_ms: sentAtMs, expires_at_ms: expiresAtMs } = row
  const isInvited = inviteId !== null && sentAtMs !== null && expiresAtMs !== null
  const state = linkStateOf({ used_at_ms: row.used_at_ms, expires_at_ms: expiresAtMs ?? 0 }, nowMs)
  return {
    userId: row.id,
    email: names.email(row.email),
    alias: names.name(row.alias),
    phone: names.phone(row.phone),
    role: row.role,
    isAdministrator: row.role === 'administrator',
    status: row.status,
    invitation: isInvited ? { inviteId, state, sentAtMs, expiresAtMs } : null,
  }
}
