import * as z from 'zod/mini'

/** Text in an answer of the library, whose reader makes numbers and booleans of what looks like them; empty when it is missing. */
export const word = z.catch(
  z.pipe(
    z.union([z.string(), z.number(), z.boolean()]),
    z.transform((value) => String(value)),
  ),
  '',
)
/** A number in an answer of the library; 0 when it is missing. */
export const amount = z.catch(z.number(), 0)
/** A name that a camera gives to one of its parts, in the attribute of an element. */
export const token = z.object({ $: z.object({ token: word }) })
