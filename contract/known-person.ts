import * as z from 'zod/mini'
import type { EventKind } from './event-attributes.ts'

/** Kinds of events by which a device may recognize somebody: the face, or the owner of the plate. */
export const recognizingKinds: readonly EventKind[] = ['face', 'plate']

/** How sure a device is that it is they (rule 3.11): percent. */
export const similarity = z.int().check(z.minimum(0), z.maximum(100))

/** Documents by which people are known. */
const idTypes = ['identity-card', 'passport', 'driving-licence', 'residence-permit', 'staff-card', 'other'] as const
export type IdType = (typeof idTypes)[number]

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

/** A day that there is in the calendar. */
function isDay(text: string): boolean {
  const timeMs = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text) && text.length === 10
}

/** What a device knows of the person whom it has recognized (rule 3.11), each as far as it does. `birthday`: a day, `1984-05-01`. */
export const knownPerson = z.object({
  owner: z.optional(text),
  birthday: z.optional(z.string().check(z.refine(isDay))),
  nativePlace: z.optional(text),
  idType: z.optional(z.enum(idTypes)),
  idNumber: z.optional(z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}*][\p{L}\p{N}*/ -]{0,31}$/u))),
})
export type KnownPerson = z.output<typeof knownPerson>
export const personFields = ['owner', 'birthday', 'nativePlace', 'idType', 'idNumber'] as const satisfies readonly (keyof KnownPerson)[]
