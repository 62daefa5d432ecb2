import { CallFault } from '../calls/call-fault.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { isPassword } from '../access/password-hashes.ts'
import { passwordChangedMail } from './account-mails.ts'

/**
 * Fails unless this is the password of the person who is signed in: old-password-wrong with attempts left, sign-in-locked when it was wrong
 * too often. Counted apart from sign-ins, so that a stolen session cannot lock its owner out.
 */
export async function requireOwnPassword(password: string, userId: string, { db, signInGuard }: Context): Promise<void> {
  const guarded = `own password of ${userId}`
  await signInGuard.look(guarded)
  const failure = await signInGuard.begin(guarded)
  const user = await db.selectFrom('user').where('id', '=', userId).select('password_hash').executeTakeFirst()
  if (!(await isPassword(password, user?.password_hash))) {
    throw failure.error === 'sign-in-locked' ? failure : new CallFault('old-password-wrong', { attemptsLeft: failure.detail.attemptsLeft })
  }
  await signInGuard.succeeded(guarded)
}

/** Keeps a new password, and tells the person by mail. */
export async function keepPassword(db: Db, { mail, now }: Context, userId: string, passwordHash: string): Promise<void> {
  const user = await db
    .updateTable('user')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning(['email', 'alias', 'language'])
    .executeTakeFirstOrThrow()
  const text = passwordChangedMail[user.language]({ alias: user.alias, atMs: now(), link: mail.link('/login') })
  await mail.write({ to: user.email, ...text }, db)
}
