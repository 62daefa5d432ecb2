import { myInstallerGet as call } from '#contract/calls/installer/my-installer-get.ts'
import { handler } from '../handler.ts'

export const myInstallerGet = handler(call, async (_input, { installers }, { organizationId }) => {
  const row = await installers.find(organizationId)
  if (row === undefined) return { installer: null }
  const { id: installerId, company_name: companyName, contact, email, phone, bound_at_ms: boundAtMs } = row
  return { installer: { installerId, companyName, contact, email, phone, boundAtMs } }
})
