import type { Generated } from 'kysely'

/** Tables of mail. */
export interface MailSchema {
  mail: MailTable
  mail_recipient: MailRecipientTable
  mail_recipient_namer: MailRecipientNamerTable
  day_usage: DayUsageTable
}

/**
 * A mail on its way, or in the sandbox outbox. `to_address` is null when there is nobody to write to: such a mail is written all the
 * same, so that unknown names cost the same work as known ones, and is thrown away. `attachments_json`: see `Attachment`.
 * `organization_id`: whose mail it is; null for the service's own.
 */
interface MailTable {
  id: string
  to_address: string | null
  organization_id: Generated<string | null>
  is_code: Generated<number>
  subject: string
  body: string
  attachments_json: string
  created_at_ms: number
  tries: number
  next_try_at_ms: number
}

/** Somebody outside an organization who was asked whether they want its alarms by mail. */
interface MailRecipientTable {
  organization_id: string
  email: string
  token_sha256: string
  asked_at_ms: number
  confirmed_at_ms: number | null
}

/** A person who has named such an address; they may be gone. `user_id` is empty where the address was named before this was noted. */
interface MailRecipientNamerTable {
  organization_id: string
  email: string
  user_id: string
}

/** What an organization may use up only so much of in a day. */
export type DailyUse = 'mail' | 'pictureBytes' | 'invitations' | 'shares'

/** How much of it an organization has used up. `day`: days since 1970, UTC; `is_told`: that it is all gone. */
interface DayUsageTable {
  organization_id: string
  what: DailyUse
  day: number
  amount: number
  is_told: Generated<number>
}
