import { remoteAccessReqCreate as call } from '#contract/calls/installer/remote-access-req-create.ts'
import { handler } from '../handler.ts'

export const remoteAccessReqCreate = handler(call, async ({ installerId, installerKey, ...asked }, { installers }, visitor) => {
  const installer = await installers.require(installerId, installerKey)
  visitor.concerns = { organizationId: installer.organization_id, userId: installer.user_id }
  return { requestId: await installers.request(installer, asked) }
})
