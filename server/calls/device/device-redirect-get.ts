import { deviceRedirectGet as call } from '#contract/calls/device/device-redirect-get.ts'
import { handler } from '../handler.ts'

export const deviceRedirectGet = handler(call, async ({ sn }, { rights, deviceCommands, pageLinks }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  const { url } = await deviceCommands.run(sn, 'page-get', {})
  return pageLinks.issue(sn, url, caller)
})
