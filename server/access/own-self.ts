import type { LoginType } from '#contract/calls/account/mfa.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/network-of.ts'
import type { Visitor } from './caller.ts'
import { isPassword } from './password-hashes.ts'
import type { Attempt } from './sign-in-guard.ts'
import { noteShownPassword } from './sign-in-step.ts'

interface ShownSelf {
  password: string
  loginTypeEnum?: LoginType
  dynamicCode?: string
}

type Seeker = Visitor & { userId: string }
type User = { id: string; login_name: string }

/**
 * Fails unless this is the password of the person who is signed in: old-password-wrong with attempts left, sign-in-locked when it was wrong
 * too often. Counted apart from sign-ins, so that a stolen session cannot lock its owner out.
 */
export async function requireOwnPassword(password: string, userId: string, context: Context): Promise<void> {
  await passOwnPassword(password, userId, context)
  await context.signInGuard.succeeded(guarded(userId))
}

/**
 * As `requireOwnPassword`, and fails without a second step where the person's sign-in needs one: second-step-failed when there is none
 * (`mfaTypes` tells which are good), and what is wrong with a code. Wrong codes count as wrong passwords do.
 */
export async function requireOwnSelf(shown: ShownSelf, caller: Seeker, context: Context): Promise<void> {
  const { signInGuard } = context
  const { user, failure } = await passOwnPassword(shown.password, caller.userId, context)
  const ask = async () => {
    await signInGuard.takeBack(guarded(user.id))
    // From now on the code of an e-mail may be asked for.
    await noteShownPassword(user.login_name, caller, context)
  }
  await passSecondStep(user, shown, { failure, ask, address: caller.address }, context)
  await signInGuard.succeeded(guarded(user.id))
}

/** Fails unless the second step is passed, where there is one. A wrong code counts as a wrong attempt; a missing one is asked for. */
export async function passSecondStep(
  user: User,
  { loginTypeEnum, dynamicCode }: Omit<ShownSelf, 'password'>,
  { failure, ask, address }: { failure: CallFault; ask: () => Promise<void>; address: string },
  { mfa }: Context,
): Promise<void> {
  const mfaTypes = await mfa.loginTypes(user.id)
  if (mfaTypes.length === 0) return
  if (loginTypeEnum === undefined || dynamicCode === undefined || !mfaTypes.includes(loginTypeEnum)) {
    await ask()
    throw new CallFault('second-step-failed', { mfaTypes })
  }
  try {
    await mfa.passLogin(user, loginTypeEnum, dynamicCode, networkOf(address))
  } catch (fault) {
    if (!(fault instanceof CallFault)) throw fault
    throw failure.error === 'sign-in-locked' ? failure : new CallFault(fault.error, { ...failure.detail, mfaTypes })
  }
}

async function passOwnPassword(password: string, userId: string, { db, signInGuard }: Context) {
  await signInGuard.look(guarded(userId))
  const failure = await signInGuard.begin(guarded(userId))
  const user = await db.selectFrom('user').where('id', '=', userId).select(['id', 'login_name', 'password_hash']).executeTakeFirstOrThrow()
  if (!(await isPassword(password, user.password_hash))) {
    throw failure.error === 'sign-in-locked' ? failure : new CallFault('old-password-wrong', { attemptsLeft: failure.detail.attemptsLeft })
  }
  return { user, failure }
}

function guarded(userId: string): Attempt {
  return { key: `own password of ${userId}` }
}
