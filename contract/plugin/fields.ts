import * as z from 'zod/mini'
import { WINDOW_NUMBERS } from './window-numbers.ts'

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

/** A number with or without a fraction. */
export const decimal = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,9})?$/)),
    z.transform((digits: string) => Number(digits)),
  ),
])

export const flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((word) => word === 'true'),
  ),
])

/** A whole number from `least` to `most`. */
export function wholeBetween(least: number, most: number) {
  return z.pipe(int, z.int().check(z.minimum(least), z.maximum(most)))
}

/** A list; one without items reaches the schema as empty text. */
export function list<Item extends z.ZodMiniType>(item: Item) {
  return z.union([
    z.array(item),
    z.pipe(
      z.literal(''),
      z.transform((): z.output<Item>[] => []),
    ),
  ])
}

/** Names the tab for the life of the page. */
export const tabIdentifier = z.string().check(z.minLength(1), z.maxLength(64))
/** Names the session of a browser, not the person's secret. A plugin and a client of different versions may not know of it. */
export const sessionIdentifier = z.string().check(z.minLength(1), z.maxLength(64))
/** A window of a tab, from 0 (`window-numbers.ts`). It is also the window's channel on the tab's media socket. */
export const windowIndex = wholeBetween(0, WINDOW_NUMBERS - 1)
/** The index of a channel on its device, as `channelIndex` of `rules.ts`. */
export const channelNumber = wholeBetween(0, 255)
/** Device pixels. */
export const pixels = wholeBetween(0, 32_767)
