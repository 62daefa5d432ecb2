import { contactMerge as call } from '#contract/calls/contact/contact-merge.ts'
import { MOST_CONTACTS } from '#contract/calls/contact/contact.ts'
import { codeOf } from '#contract/errors.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { randomId } from '../../runtime/secrets.ts'

export const contactMerge = handler(call, async ({ contacts }, { db: database, recipients }, caller) => {
  requireOwnAdministrator(caller)
  const { organizationId, userId } = caller
  const merged = await database.transaction().execute(async (db) => {
    const rows = await db.selectFrom('contact').where('organization_id', '=', organizationId).select(['id', 'name']).execute()
    const known = new Map(rows.map(({ id, name }) => [name, id]))
    let total = rows.length
    const done = { added: 0, changed: 0, refused: [] as { index: number; code: number }[], emails: [] as string[] }
    const seen = new Set<string>()
    for (const [index, fields] of contacts.entries()) {
      const id = known.get(fields.name)
      if (seen.has(fields.name)) {
        done.refused.push({ index, code: codeOf('contact-name-taken') })
        continue
      }
      if (id === undefined && total >= MOST_CONTACTS) {
        done.refused.push({ index, code: codeOf('too-many-contacts') })
        continue
      }
      seen.add(fields.name)
      done.emails.push(fields.email)
      if (id === undefined) {
        await db
          .insertInto('contact')
          .values({ id: randomId(), organization_id: organizationId, ...fields })
          .execute()
        total += 1
        done.added += 1
      } else {
        await db.updateTable('contact').set(fields).where('id', '=', id).execute()
        done.changed += 1
      }
    }
    return done
  })
  const { emails, ...told } = merged
  if (emails.length > 0) await recipients.ask(organizationId, [...new Set(emails)], userId)
  return told
})
