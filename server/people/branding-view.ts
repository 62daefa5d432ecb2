import type { Selectable } from 'kysely'
import type { Branding } from '#contract/calls/user/branding.ts'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { logoLink } from './logo-link.ts'

/** The branding of an organization: what was uploaded comes before what it began with. */
export function brandingView(row: Selectable<Schema['organization']>, context: Pick<Context, 'objectLinks'>): Branding {
  const linkOf = (key: string | null, url: string | null) => (key === null ? url : logoLink(key, context))
  return {
    productName: row.product_name,
    pageTitle: row.page_title,
    accentColor: row.accent_color,
    logoUrl: linkOf(row.logo_key, row.logo_url),
    backgroundUrl: linkOf(row.background_key, row.background_url),
    faviconUrl: linkOf(row.favicon_key, row.favicon_url),
  }
}
