import type { Db } from '../db/open.ts'
import type { MailTexts } from './mail-text.ts'
import type { Mail } from './mail.ts'

/** Writes to each administrator of an organization who can sign in, in their language, inside the transaction `db` of what is told. */
export async function tellAdministrators<Facts>(
  db: Db,
  mail: Mail,
  { organizationId, texts, facts }: { organizationId: string; texts: MailTexts<Facts>; facts: Facts },
): Promise<void> {
  const administrators = await db
    .selectFrom('user')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'administrator')
    .where('status', '=', 1)
    .select(['email', 'language'])
    .execute()
  for (const { email, language } of administrators) await mail.write({ to: email, ...texts[language](facts) }, db)
}
