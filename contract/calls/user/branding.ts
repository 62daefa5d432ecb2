import * as z from 'zod/mini'

/** A colour, `#rrggbb`. */
export const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))

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
