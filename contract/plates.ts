import * as z from 'zod/mini'
import { allowedInNames, says } from './rules.ts'

/** The longest text of a plate's fields, typed or imported (rule 5.8). */
export const PLATE_TEXT_LENGTH = 32

/** A plate as it is compared: capitals and digits alone, whatever spaces, dots and hyphens it was written with. */
export function comparablePlate(text: string): string {
  return text.toUpperCase().replaceAll(/[\s\-.·•]/g, '')
}

/** A plate as a person writes it. */
export const plateNumber = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(PLATE_TEXT_LENGTH),
  allowedInNames,
  // Those two stand for others in a search.
  z.refine((text: string) => comparablePlate(text) !== '' && !/[*?]/.test(text), says('forbidden-characters')),
)

/** A plate, or part of one: `*` stands for any characters, `?` for one. Without them the whole plate must be the same. */
export const platePattern = z.string().check(z.trim(), z.minLength(1), z.maxLength(PLATE_TEXT_LENGTH))
