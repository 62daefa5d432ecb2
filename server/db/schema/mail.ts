/** Tables of mail. */
export interface MailSchema {
  mail: MailTable
}

/**
 * A mail on its way, or in the sandbox outbox. `to_address` is null when there is nobody to write to: such a mail is written all the
 * same, so that unknown names cost the same work as known ones, and is thrown away. `attachments_json`: see `Attachment`, base64.
 */
interface MailTable {
  id: string
  to_address: string | null
  subject: string
  body: string
  attachments_json: string
  created_at_ms: number
  tries: number
  next_try_at_ms: number
}
