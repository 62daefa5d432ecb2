import { myInstallerDelete as call } from '#contract/calls/installer/my-installer-delete.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const myInstallerDelete = handler(call, async (_input, { installers }, caller) => {
  requireOwnAdministrator(caller)
  await installers.unbind(caller.organizationId)
  return null
})
