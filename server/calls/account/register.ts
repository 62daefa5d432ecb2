import { register as call } from '#contract/calls/account/register.ts'
import { networkOf } from '../../http/network-of.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { newPasswordHash } from '../../people/passwords.ts'

export const register = handler(call, async (input, { db, emailCodes, people, settings }, visitor) => {
  if (settings.registration === 'closed') throw new CallFault('registration-closed')
  const { email, dynamicCode, password, alias, phone, language = 'en-US' } = input
  await emailCodes.check(email, 'register', dynamicCode, { key: networkOf(visitor.address), among: email })
  const passwordHash = await newPasswordHash(password)
  await db.transaction().execute(async (inside) => {
    visitor.concerns = await people.found(input, { email, passwordHash, alias, phone, language }, inside)
    await emailCodes.use(email, 'register', inside)
  })
  return null
})
