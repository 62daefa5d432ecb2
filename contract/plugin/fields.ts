import * as z from 'zod/mini'

/** XML carries text only; these read it as what it means, and refuse what it does not say. */
export const text = z.string().check(z.maxLength(4096))
export const int = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int(),
    ),
  ),
])
export const whole = z.pipe(int, z.int().check(z.minimum(0)))
