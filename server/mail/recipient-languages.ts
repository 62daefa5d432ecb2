import type { Language } from '#contract/enums.ts'
import type { Db } from '../db/open.ts'

/** The language of each of these addresses that belongs to somebody of the organization. */
export async function recipientLanguages(
  db: Db,
  organizationId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Language>> {
  if (emails.length === 0) return new Map()
  const people = db.selectFrom('user').where('organization_id', '=', organizationId).where('email', 'in', emails)
  return new Map((await people.select(['email', 'language']).execute()).map(({ email, language }) => [email, language]))
}
