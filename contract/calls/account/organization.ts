import * as z from 'zod/mini'
import { timeMs } from '../../rules.ts'
import { branding } from '../user/branding.ts'

/** An organization as its people see it (rule 3.5). */
export const organization = z.object({
  organizationName: z.string(),
  country: z.string(),
  city: z.string(),
  address: z.string(),
  contact: z.string(),
  phone: z.string(),
  logoUrl: z.nullable(z.string()),
  branding,
  /** When it registered; null: it did not do so by itself. */
  registeredAtMs: z.nullable(timeMs),
})
