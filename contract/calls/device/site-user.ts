import * as z from 'zod/mini'
import { roles } from '../../access.ts'

/** Roles that a person may have on a site. */
export const assignableRole = z.enum(roles).check(z.refine((role) => role !== 'administrator', { error: 'not-on-a-site' }))

/** A person assigned to a site. */
export const siteUser = z.object({ userId: z.string(), alias: z.string(), email: z.string(), role: z.enum(roles) })
