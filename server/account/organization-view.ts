import type { Context } from '../context.ts'
import { logoLink } from './logo-link.ts'

/** An organization as its people see it. */
export async function readOrganization(organizationId: string, context: Pick<Context, 'db' | 'objectLinks'>) {
  const row = await context.db.selectFrom('organization').where('id', '=', organizationId).selectAll().executeTakeFirstOrThrow()
  const { name: organizationName, country, city, address, contact, phone, logo_key, logo_url, registered_at_ms: registeredAtMs } = row
  const logoUrl = logo_key === null ? logo_url : logoLink(logo_key, context)
  return { organizationName, country, city, address, contact, phone, logoUrl, registeredAtMs }
}
