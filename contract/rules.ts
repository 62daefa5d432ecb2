import * as z from 'zod/mini'

/** Characters that no name may contain (spec 1, section 5). */
const FORBIDDEN_IN_NAMES = /[<>&,'"/\\%:#]/

/** A name: not empty, without the forbidden characters, at most `most` characters. */
export function name(most = 64) {
  return z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((text: string) => !FORBIDDEN_IN_NAMES.test(text), { error: 'forbidden-characters' }),
  )
}

export const serialNumber = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,32}$/))
export const securityCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,16}$/))
/** Index of a channel on its device, from 0. */
export const channelIndex = z.int().check(z.minimum(0), z.maximum(255))
/** Epoch milliseconds. */
export const timeMs = z.number().check(z.minimum(0))
export const identifier = z.string().check(z.minLength(1), z.maxLength(64))
/** An answer with nothing in it. */
export const nothing = z.null()
/** A question with nothing in it. */
export const noInput = z.optional(z.nullable(z.object({})))
