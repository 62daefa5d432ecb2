import { remoteAccessReqOwn as call } from '#contract/calls/installer/remote-access-req-own.ts'
import { handler } from '../handler.ts'
import { toAccessRequest } from '../../people/access-request-view.ts'

const MOST_SHOWN = 20

export const remoteAccessReqOwn = handler(call, async ({ installerId, installerKey }, { installers, db }) => {
  // An organization has one installer, and with an installer go their requests: the organization's are this installer's.
  const { organization_id, company_name: companyName } = await installers.require(installerId, installerKey)
  const { name: organizationName } = await db
    .selectFrom('organization')
    .where('id', '=', organization_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const { rows } = await installers.page(organization_id, { pageNum: 1, pageSize: MOST_SHOWN })
  return { organizationName, companyName, requests: rows.map(toAccessRequest) }
})
