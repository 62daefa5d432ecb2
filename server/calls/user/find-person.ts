import { choices } from '#contract/calls/user/choices.ts'
import type { Person } from '#contract/calls/user/person.ts'
import { CallFault } from '../call-fault.ts'
import type { Context } from '../../context.ts'

/** A person as screens know them. Fails with account-deleted when the account is gone. */
export async function findPerson({ db, objectLinks }: Pick<Context, 'db' | 'objectLinks'>, userId: string): Promise<Person> {
  const row = await db
    .selectFrom('user')
    .innerJoin('organization', 'organization.id', 'user.organization_id')
    .where('user.id', '=', userId)
    .selectAll('user')
    .select('organization.name as organization_name')
    .executeTakeFirst()
  if (row === undefined) throw new CallFault('account-deleted')
  return {
    userId: row.id,
    loginName: row.login_name,
    email: row.email,
    alias: row.alias,
    phone: row.phone,
    role: row.role,
    isAdministrator: row.role === 'administrator',
    organizationName: row.organization_name,
    language: row.language,
    theme: row.theme,
    choices: choices.parse(JSON.parse(row.choices)),
    avatarUrl: row.avatar_key === null ? null : objectLinks.linkTo(row.avatar_key),
  }
}

/** An installer's user with access for a time, as screens know it. */
export function asAdministrator(person: Person): Person {
  return { ...person, role: 'administrator', isAdministrator: true }
}
