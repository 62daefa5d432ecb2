import type { Language } from '#contract/enums.ts'
import type { RemoteAccessStatus } from '#contract/states/remote-access.ts'

/** Tables of invitations and installers. */
export interface PeopleSchema {
  invitation: InvitationTable
  installer: InstallerTable
  remote_access: RemoteAccessTable
}

/** `user_id`: the person that it invites, not activated yet. Of the link's secret only the SHA-256 is kept. */
export interface InvitationTable {
  id: string
  organization_id: string
  kind: 'user' | 'company' | 'installer'
  email: string
  user_id: string | null
  language: Language
  secret_sha256: string
  created_at_ms: number
  sent_at_ms: number
  expires_at_ms: number
  used_at_ms: number | null
}

/** `user_id`: who its sessions belong to; nobody signs in as that user with a password. */
export interface InstallerTable {
  id: string
  organization_id: string
  user_id: string
  company_name: string
  contact: string
  email: string
  phone: string
  language: Language
  key_sha256: string
  bound_at_ms: number
}

/** A request of an installer, and the access that came of it. `until_ms` null: not accepted, or without an end. */
export interface RemoteAccessTable {
  id: string
  organization_id: string
  installer_id: string
  reason: string
  asked_minutes: number
  granted_minutes: number | null
  status: RemoteAccessStatus
  secret_sha256: string | null
  created_at_ms: number
  until_ms: number | null
}
