import { profileUpdate as call } from '#contract/calls/user/profile-update.ts'
import { handler } from '../handler.ts'
import { findPerson } from './find-person.ts'

export const profileUpdate = handler(call, async (input, context, { userId }) => {
  const { db, push } = context
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length > 0) {
    await db.updateTable('user').set(changes).where('id', '=', userId).execute()
    push.send([userId], { infoType: 'profile-changed', infoContent: {} })
  }
  return findPerson(context, userId)
})
