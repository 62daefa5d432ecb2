import type { Context } from '../context.ts'
import { brandingView } from './branding-view.ts'

/** An organization as its people see it. */
export async function readOrganization(organizationId: string, context: Pick<Context, 'db' | 'objectLinks'>) {
  const row = await context.db.selectFrom('organization').where('id', '=', organizationId).selectAll().executeTakeFirstOrThrow()
  const { name: organizationName, country, city, address, contact, phone, registered_at_ms: registeredAtMs } = row
  const branding = brandingView(row, context)
  return { organizationName, country, city, address, contact, phone, logoUrl: branding.logoUrl, branding, registeredAtMs }
}
