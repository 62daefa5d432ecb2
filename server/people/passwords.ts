import { isCommonPassword } from '../access/common-passwords.ts'
import { hashPassword } from '../access/password-hashes.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { passwordChangedMail } from './account-mails.ts'

/** What is kept of a password that somebody chooses. Fails with password-too-common. */
export async function newPasswordHash(password: string, field = 'password'): Promise<string> {
  if (await isCommonPassword(password)) throw new CallFault('password-too-common', { field })
  return hashPassword(password)
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
