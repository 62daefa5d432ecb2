import { remoteAccessReqList as call } from '#contract/calls/installer/remote-access-req-list.ts'
import { handler } from '../handler.ts'
import { toAccessRequest } from '../../people/access-request-view.ts'

export const remoteAccessReqList = handler(call, async (page, { installers }, { organizationId }) => {
  const { total, rows } = await installers.page(organizationId, page)
  return { total, requests: rows.map(toAccessRequest) }
})
