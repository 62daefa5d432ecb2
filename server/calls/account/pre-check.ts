import { preCheck as call } from '#contract/calls/account/pre-check.ts'
import { handler } from '../handler.ts'

export const preCheck = handler(call, async ({ loginName }, { knownBrowsers, people, signInGuard }, visitor) => {
  const user = await people.findByName(loginName)
  return signInGuard.look(knownBrowsers.attempt(loginName, user, visitor))
})
