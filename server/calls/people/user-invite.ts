import { userInvite as call } from '#contract/calls/people/user-invite.ts'
import type { InputOf } from '#contract/define-call.ts'
import { userStatuses } from '#contract/states/user.ts'
import { CallFault } from '../call-fault.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { handler } from '../handler.ts'
import { assign } from '../../people/assignments.ts'
import { heldBackName } from '../../people/people.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { randomId, randomSecret } from '../../runtime/secrets.ts'
import { hashPassword } from '../../access/password-hashes.ts'

export const userInvite = handler(call, async (input, context, caller) => {
  requireOwnAdministrator(caller)
  const { organizationId } = caller
  // A password that nobody knows, until the invitation is accepted.
  const passwordHash = await hashPassword(randomSecret())
  return context.db.transaction().execute(async (db) => {
    const { kind, email, language = 'en-US' } = input
    await requireInvitable(input, organizationId, context, db)
    if (kind !== 'user') return { inviteId: await context.invitations.write({ kind, organizationId, email, language }, db) }
    const userId = randomId()
    const { alias, role } = input
    // An address may be another's: whoever invites is not told so, and the mail to it says how it goes on.
    const isFree = (await context.people.findByName(email, db)) === undefined
    const login_name = isFree ? email : heldBackName(userId)
    const person = { id: userId, organization_id: organizationId, login_name, email, alias, phone: '', role, language }
    await db
      .insertInto('user')
      .values({ ...person, status: userStatuses.unactivated, password_hash: passwordHash, theme: 'system' })
      .execute()
    await assign(db, userId, organizationId, input)
    return { inviteId: await context.invitations.write({ kind, organizationId, email, userId, alias, language }, db) }
  })
})

async function requireInvitable(input: InputOf<typeof call>, organizationId: string, { people }: Context, db: Db): Promise<void> {
  if (input.kind === 'installer') {
    const installers = db.selectFrom('installer').where('organization_id', '=', organizationId)
    if ((await installers.select('id').executeTakeFirst()) !== undefined) throw new CallFault('organization-has-installer')
    return
  }
  // Who belongs to the organization is no news to its administrator; who belongs to another is nobody's business.
  const known = await people.findMember(input.email, organizationId, db)
  if (known === undefined) return
  throw new CallFault(known.status === userStatuses.unactivated ? 'invited-already' : 'email-has-account')
}
