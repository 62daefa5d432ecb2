import { profileGet as call } from '#contract/calls/user/profile-get.ts'
import { handler } from '../handler.ts'
import { asAdministrator, findPerson } from './find-person.ts'

export const profileGet = handler(call, async (_input, context, { userId, remoteAccessId }) => {
  const person = await findPerson(context, userId)
  return remoteAccessId === undefined ? person : asAdministrator(person)
})
