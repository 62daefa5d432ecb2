import { archivesShareBrandingGet as call } from '#contract/calls/archive/archives-share-branding-get.ts'
import { brandingView } from '../../people/branding-view.ts'
import { handler } from '../handler.ts'

export const archivesShareBrandingGet = handler(call, async ({ shareId }, context) => {
  const { archive_id } = await context.archiveShares.find(shareId)
  const organization = context.db
    .selectFrom('organization')
    .innerJoin('archive', 'archive.organization_id', 'organization.id')
    .where('archive.id', '=', archive_id)
  const row = await organization.selectAll('organization').executeTakeFirstOrThrow()
  const { accentColor, logoUrl } = brandingView(row, context)
  return { organizationName: row.name, accentColor, logoUrl }
})
