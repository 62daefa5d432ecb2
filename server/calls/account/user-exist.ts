import { userExist as call } from '#contract/calls/account/user-exist.ts'
import { networkOf } from '../../http/network-of.ts'
import { handler } from '../handler.ts'

export const userExist = handler(call, async ({ email, dynamicCode }, { emailCodes, people }, { address }) => {
  await emailCodes.check(email, 'register', dynamicCode, { key: networkOf(address), among: email })
  return { exists: (await people.findByAddress(email)) !== undefined }
})
