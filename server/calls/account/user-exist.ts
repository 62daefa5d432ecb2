import { userExist as call } from '#contract/calls/account/user-exist.ts'
import { handler } from '../handler.ts'

export const userExist = handler(call, async ({ email, dynamicCode }, { emailCodes, people }) => {
  await emailCodes.check(email, 'register', dynamicCode)
  return { exists: (await people.findByAddress(email)) !== undefined }
})
