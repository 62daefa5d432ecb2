import type { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import type { OutputOf } from '#contract/define-call.ts'
import type { Context } from '../context.ts'
import { logoLink } from './logo-link.ts'

type Branding = OutputOf<typeof customerWebsiteGet>

/** Before there is an organization, and for addresses that belong to none. */
const ownBranding: Branding = {
  productName: 'Sightline',
  pageTitle: 'Sightline',
  accentColor: '#3f8cff',
  logoUrl: null,
  backgroundUrl: null,
  faviconUrl: null,
}

/** The branding of the customer whose address this host name is; else that of the first organization of the service. */
export async function brandingOf(host: string, context: Context): Promise<Branding> {
  const rows = await context.db
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
}
