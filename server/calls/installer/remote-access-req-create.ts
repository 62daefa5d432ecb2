import { remoteAccessReqCreate as call } from '#contract/calls/installer/remote-access-req-create.ts'
import { handler } from '../../handler.ts'

export const remoteAccessReqCreate = handler(call, async ({ installerId, installerKey, ...asked }, { installers }) => ({
  requestId: await installers.request(installerId, installerKey, asked),
}))
