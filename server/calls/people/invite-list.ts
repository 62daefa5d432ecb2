import { sql } from 'kysely'
import { inviteList as call } from '#contract/calls/people/invite-list.ts'
import { namesFor } from '#contract/masked.ts'
import { matches, patternFor } from '../../db/contains.ts'
import { handler } from '../handler.ts'
import { linkStateOf } from '../../people/invitations.ts'
import { peopleOf } from '../../people/team.ts'
import { invitationColumns, toPerson } from './to-person.ts'

const MOST_LINKS = 100

export const inviteList = handler(call, async ({ pageNum, pageSize, search = '', status }, { db, now }, caller) => {
  const { organizationId } = caller
  const names = namesFor(caller)
  const wanted = search.trim()
  let people = peopleOf(organizationId, db)
  if (status !== undefined) people = people.where('user.status', '=', status)
  if (wanted !== '') {
    // What is masked is not found out by searching for it either.
    const text = names.isWhole ? sql<string>`(${sql.ref('user.alias')} || ' ' || ${sql.ref('user.email')})` : sql.ref<string>('user.alias')
    people = people.where(matches(text, patternFor(wanted)))
  }
  const { total } = await people.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await people
    .leftJoin('invitation', 'invitation.user_id', 'user.id')
    .selectAll('user')
    .select(invitationColumns)
    .orderBy('user.alias')
    .orderBy('user.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const links = await db
    .selectFrom('invitation')
    .where('organization_id', '=', organizationId)
    .where('kind', '!=', 'user')
    .selectAll()
    .orderBy('sent_at_ms', 'desc')
    .limit(MOST_LINKS)
    .execute()
  return {
    total,
    users: rows.map((row) => toPerson(row, now(), caller)),
    links: links.map((row) => ({
      inviteId: row.id,
      kind: row.kind,
      email: names.email(row.email),
      state: linkStateOf(row, now()),
      expiresAtMs: row.expires_at_ms,
    })),
  }
})
