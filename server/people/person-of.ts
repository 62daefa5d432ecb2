import { CallFault } from '../calls/call-fault.ts'
import type { Principal } from '../access/caller.ts'
import type { Db } from '../db/open.ts'

/**
 * The person that a call is about: the caller, or, for administrators, somebody of their organization. Fails with call-not-permitted for
 * others than administrators, and with user-missing for whoever is not of the organization.
 */
export async function requirePersonOf(caller: Principal, userId: string | undefined, db: Db): Promise<string> {
  if (userId === undefined || userId === caller.userId) return caller.userId
  if (caller.role !== 'administrator') throw new CallFault('call-not-permitted')
  const people = db.selectFrom('user').where('id', '=', userId).where('organization_id', '=', caller.organizationId)
  if ((await people.select('id').executeTakeFirst()) === undefined) throw new CallFault('user-missing')
  return userId
}
