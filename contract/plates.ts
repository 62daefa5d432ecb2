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

/** Whether a plate is one that a pattern stands for, however both are written. In time that grows with their lengths alone. */
export function isPlateLike(pattern: string, plate: string): boolean {
  const [wanted, seen] = [comparablePlate(pattern), comparablePlate(plate)]
  let [at, place] = [0, 0]
  // Where to go on when what follows the last `*` does not fit.
  let star = -1
  let resume = 0
  while (place < seen.length) {
    if (wanted[at] === '*') {
      star = at++
      resume = place
    } else if (wanted[at] === '?' || wanted[at] === seen[place]) {
      at += 1
      place += 1
    } else if (star !== -1) {
      at = star + 1
      place = ++resume
    } else return false
  }
  while (wanted[at] === '*') at += 1
  return at === wanted.length
}

/** Whether a search for plates names the whole number, with signs that stand for others. */
export function hasWildcards(search: string): boolean {
  return /[*?]/.test(search)
}
