import { userStatuses } from '#contract/states/user.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Visitor } from './caller.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/network-of.ts'
import { isPassword } from './password-hashes.ts'

const STEP_LIFE_MS = 10 * 60_000

interface FirstStep {
  loginName: string
  password: string
  idCode?: string
  imgCode?: string
}

/**
 * Looks at the password of somebody who signs in, in the same way and with the same work for known and unknown names. The answer's
 * `failure` is what to fail with when the second step is wrong; until `succeeded` or `takeBack` of `attempt` it counts as wrong.
 */
export async function passFirstStep(input: FirstStep, context: Context, visitor: Visitor) {
  const { knownBrowsers, people, signInGuard } = context
  const loginName = input.loginName.toLowerCase()
  const user = await people.findByName(loginName)
  noteConcern(visitor, user)
  const attempt = knownBrowsers.attempt(loginName, user, visitor)
  const standing = await signInGuard.look(attempt)
  if (standing.imageCodeNeeded) await requireImageCode(input, standing.attemptsLeft, context)
  const failure = await signInGuard.begin(attempt)
  const isRight = await isPassword(input.password, user?.password_hash)
  if (user === undefined || !isRight) throw failure
  if (user.status !== userStatuses.activated) {
    await signInGuard.succeeded(attempt)
    throw new CallFault(user.status === userStatuses.unactivated ? 'account-not-activated' : 'account-frozen')
  }
  return { user, failure, attempt }
}

/** Has the audit trail of the person's organization tell of an open call, if there is such a person. */
export function noteConcern(visitor: Visitor, user: { id: string; organization_id: string } | undefined): void {
  if (user !== undefined) visitor.concerns = { organizationId: user.organization_id, userId: user.id }
}

async function requireImageCode(input: FirstStep, attemptsLeft: number, { imageCodes }: Context): Promise<void> {
  const detail = { imageCodeNeeded: true, attemptsLeft }
  if (!input.idCode || !input.imgCode) throw new CallFault('graphic-code-required', detail)
  const verdict = await imageCodes.use(input.idCode, input.imgCode)
  if (verdict === 'wrong') throw new CallFault('graphic-code-wrong', detail)
  if (verdict === 'expired') throw new CallFault('graphic-code-expired', detail)
}

/** Remembers that the right password of this name was shown from the network of this address. */
export async function noteShownPassword(loginName: string, { address }: Visitor, { db, now }: Context): Promise<void> {
  const expires = { expires_at_ms: now() + STEP_LIFE_MS }
  await db
    .insertInto('sign_in_step')
    .values({ login_name: loginName, address: networkOf(address), ...expires })
    .onConflict((conflict) => conflict.columns(['login_name', 'address']).doUpdateSet(expires))
    .execute()
}

/** Whether the right password of this name was shown from the network of this address within ten minutes. */
export async function hasShownPassword(loginName: string, address: string, { db, now }: Context): Promise<boolean> {
  const steps = db.selectFrom('sign_in_step').where('login_name', '=', loginName).where('address', '=', networkOf(address))
  return (await steps.where('expires_at_ms', '>', now()).select('login_name').executeTakeFirst()) !== undefined
}
