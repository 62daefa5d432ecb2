import type { Branding } from '#contract/calls/user/branding.ts'
import type { Context } from '../context.ts'
import { brandingView } from './branding-view.ts'

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
  return brandingView(row, context)
}
