import * as z from 'zod/mini'
import { says } from '../../rules.ts'

/** A colour, `#rrggbb`. */
export const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, says('color-shape')))

/** How a customer's app looks. Picture addresses are of this origin; null: the app's own. */
export const branding = z.object({
  productName: z.string(),
  pageTitle: z.string(),
  accentColor: hexColor,
  logoUrl: z.nullable(z.string()),
  backgroundUrl: z.nullable(z.string()),
  faviconUrl: z.nullable(z.string()),
})
export type Branding = z.output<typeof branding>
