import * as z from 'zod/mini'
import { email, name, phone } from '../../rules.ts'

export const contactFields = { name: name(32), email, phone }

/** Somebody whom alarms are sent to (rule 3.7). */
export const contact = z.object({ contactId: z.string(), ...contactFields })
export type Contact = z.output<typeof contact>

/** How many contacts an organization may have. */
export const MOST_CONTACTS = 1_000
