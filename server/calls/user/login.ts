import { login as call } from '#contract/calls/user/login.ts'
import { CallFault } from '../../call-fault.ts'
import type { Context } from '../../context.ts'
import { handler } from '../../handler.ts'
import { isPassword } from '../../session/passwords.ts'
import { findPerson } from './find-person.ts'

const NOT_ACTIVATED = 0
const FROZEN = 2

export const login = handler(call, async (input, context, visitor) => {
  const { db, now, sessions, signInGuard } = context
  const loginName = input.loginName.toLowerCase()
  const standing = await signInGuard.look(loginName)
  if (standing.imageCodeNeeded) await requireImageCode(input, standing.attemptsLeft, context)
  const failure = await signInGuard.begin(loginName)
  const user = await db.selectFrom('user').where('login_name', '=', loginName).select(['id', 'password_hash', 'status']).executeTakeFirst()
  const isRight = await isPassword(input.password, user?.password_hash)
  if (user === undefined || !isRight) throw failure
  await signInGuard.succeeded(loginName)
  if (user.status === NOT_ACTIVATED) throw new CallFault(7010)
  if (user.status === FROZEN) throw new CallFault(7011)
  const issued = await sessions.open(user.id, visitor.address)
  return { ...issued, nowMs: now(), user: await findPerson(db, user.id) }
})

async function requireImageCode(
  input: { idCode?: string; imgCode?: string },
  attemptsLeft: number,
  { imageCodes }: Context,
): Promise<void> {
  const detail = { imageCodeNeeded: true, attemptsLeft }
  if (!input.idCode || !input.imgCode) throw new CallFault(20009, detail)
  const verdict = await imageCodes.use(input.idCode, input.imgCode)
  if (verdict === 'wrong') throw new CallFault(20007, detail)
  if (verdict === 'expired') throw new CallFault(20008, detail)
}
