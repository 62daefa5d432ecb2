import { profileGet as call } from '#contract/calls/user/profile-get.ts'
import { handler } from '../../handler.ts'
import { asAdministrator, findPerson } from './find-person.ts'

export const profileGet = handler(call, async (_input, { db }, { userId, remoteAccessId }) => {
  const person = await findPerson(db, userId)
  return remoteAccessId === undefined ? person : asAdministrator(person)
})
