import * as z from 'zod/mini'
import { name } from '../../rules.ts'

/** An e-mail address: an @ and a dot, as the specification checks it (spec 2, section 5), without spaces. */
export const contactEmail = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/))
/** A phone number as people write it, or none. */
const phone = z.string().check(z.trim(), z.maxLength(32), z.regex(/^[+0-9 ()\-/]*$/))

export const contactFields = { name: name(32), email: contactEmail, phone }

/** Somebody whom alarms are sent to (spec 1, section 3: contactor). */
export const contact = z.object({ contactId: z.string(), ...contactFields })
export type Contact = z.output<typeof contact>

/** How many contacts an organization may have. */
export const MOST_CONTACTS = 1_000
