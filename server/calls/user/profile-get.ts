import { profileGet as call } from '#contract/calls/user/profile-get.ts'
import { handler } from '../../handler.ts'
import { findPerson } from './find-person.ts'

export const profileGet = handler(call, async (_input, { db }, { userId }) => findPerson(db, userId))
