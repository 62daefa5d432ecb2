import { remoteAccessConnect as call } from '#contract/calls/installer/remote-access-connect.ts'
import { handler } from '../handler.ts'
import { asAdministrator, findPerson } from '../user/find-person.ts'

export const remoteAccessConnect = handler(call, async ({ grantId, token }, context, visitor) => {
  const { installers, now } = context
  const { issued, userId, organizationId, untilMs } = await installers.connect(grantId, token, visitor)
  visitor.concerns = { organizationId, userId }
  return { ...issued, nowMs: now(), user: asAdministrator(await findPerson(context, userId)), untilMs }
})
