import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Branding of the customer whose address this is. Picture addresses are of this origin. Colours are `#rrggbb`. */
export const customerWebsiteGet = defineCall({
  path: '/vms/customer-website/get',
  input: noInput,
  output: z.object({
    productName: z.string(),
    pageTitle: z.string(),
    accentColor: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
    logoUrl: z.nullable(z.string()),
    backgroundUrl: z.nullable(z.string()),
    faviconUrl: z.nullable(z.string()),
  }),
  access: open,
  offline: 'cache',
})
