import { comparablePlate } from '#contract/plates.ts'

/** What plates are like that a pattern stands for (`*` any characters, `?` one), for `plate_key like … escape '\\'`. */
export function likePlate(pattern: string): string {
  return comparablePlate(pattern)
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}
