import { archivesShareOrganizationList as call } from '#contract/calls/archive/archives-share-organization-list.ts'
import { toShare } from '../../video/archive/share-rows.ts'
import { handler } from '../handler.ts'

export const archivesShareOrganizationList = handler(call, async (wish, { organizationShares, now }, caller) => {
  const { total, rows } = await organizationShares.page(caller.organizationId, wish)
  const shares = rows.map((row) => ({
    ...toShare(row, caller, now()),
    archiveId: row.archive_id,
    title: row.title,
    more: Number(row.more),
    siteName: row.site_name,
    cameraName: row.camera_name,
    isExternal: row.member_id === null,
  }))
  return { total, shares }
})
