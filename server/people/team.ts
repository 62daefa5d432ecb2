import { userStatuses } from '#contract/states/user.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Caller } from '../access/caller.ts'
import type { Db } from '../db/open.ts'

/** People of an organization, the installer's user aside. */
export function peopleOf(organizationId: string, db: Db) {
  return db.selectFrom('user').where('user.organization_id', '=', organizationId).where('user.is_installer', '=', 0)
}

/** A person of the organization. Fails with user-missing. */
export async function requirePerson(userId: string, organizationId: string, db: Db) {
  const person = await peopleOf(organizationId, db).where('user.id', '=', userId).selectAll().executeTakeFirst()
  if (person === undefined) throw new CallFault('user-missing')
  return person
}

/**
 * Fails with call-not-permitted for an installer with access for a time: who belongs to the organization, and what they may do, is not
 * theirs to say.
 */
export function requireOwnAdministrator(caller: Caller): void {
  if (caller.remoteAccessId !== undefined) throw new CallFault('call-not-permitted')
}

/**
 * Fails with call-not-permitted when an installer with access for a time names somebody to be told of alarms who is not told yet: they would
 * be told on when the access is long over.
 */
export function requireNoNewRecipients(caller: Caller, emails: readonly string[], before: readonly string[] = []): void {
  if (caller.remoteAccessId !== undefined && emails.some((email) => !before.includes(email))) throw new CallFault('call-not-permitted')
}

/**
 * Changes people of an organization, one change after the other. Fails with wrong-state, and changes nothing, when no activated
 * administrator would be left.
 */
export async function changePeople(db: Db, organizationId: string, change: (inside: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (inside) => {
    // The row by which two administrators who unmake each other wait for one another.
    await inside
      .updateTable('organization')
      .set((set) => ({ name: set.ref('name') }))
      .where('id', '=', organizationId)
      .execute()
    await change(inside)
    const left = await peopleOf(organizationId, inside)
      .where('role', '=', 'administrator')
      .where('status', '=', userStatuses.activated)
      .select('id')
      .executeTakeFirst()
    if (left === undefined) throw new CallFault('wrong-state')
  })
}
