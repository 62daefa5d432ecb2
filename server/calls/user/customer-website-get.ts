import { customerWebsiteGet as call } from '#contract/calls/user/customer-website-get.ts'
import { logoLink } from '../../account/logo-link.ts'
import { handler } from '../../handler.ts'

/** Before there is an organization, and for addresses that belong to none. */
const ownBranding = {
  productName: 'Sightline',
  pageTitle: 'Sightline',
  accentColor: '#3f8cff',
  logoUrl: null,
  backgroundUrl: null,
  faviconUrl: null,
}

export const customerWebsiteGet = handler(call, async (_input, context, { host }) => {
  const { db } = context
  const rows = await db
    .selectFrom('organization')
    .where((where) => where.or([where('host', '=', host), where.and([where('host', 'is', null), where('registered_at_ms', 'is', null)])]))
    .selectAll()
    .orderBy('id')
    .execute()
  const row = rows.find((organization) => organization.host === host) ?? rows[0]
  if (row === undefined) return ownBranding
  return {
    productName: row.product_name,
    pageTitle: row.page_title,
    accentColor: row.accent_color,
    logoUrl: row.logo_key === null ? row.logo_url : logoLink(row.logo_key, context),
    backgroundUrl: row.background_url,
    faviconUrl: row.favicon_url,
  }
})
