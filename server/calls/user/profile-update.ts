import type { Choices } from '#contract/calls/user/choices.ts'
import { profileUpdate as call } from '#contract/calls/user/profile-update.ts'
import type { Db } from '../../db/open.ts'
import { handler } from '../handler.ts'
import { findPerson } from './find-person.ts'

export const profileUpdate = handler(call, async ({ choices, ...fields }, context, { userId }) => {
  const { db, push } = context
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length > 0 || choices !== undefined) {
    await db.transaction().execute(async (transaction) => {
      const set = choices === undefined ? changes : { ...changes, choices: await withChoices(transaction, userId, choices) }
      await transaction.updateTable('user').set(set).where('id', '=', userId).execute()
    })
    push.send([userId], { infoType: 'profile-changed', infoContent: {} })
  }
  return findPerson(context, userId)
})

/** What the person chose until now, with these in the place of older ones. */
async function withChoices(db: Db, userId: string, newer: Choices): Promise<string> {
  const row = await db.selectFrom('user').where('id', '=', userId).select('choices').executeTakeFirstOrThrow()
  return JSON.stringify({ ...(JSON.parse(row.choices) as Choices), ...newer })
}
