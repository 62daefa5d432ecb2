import type { Context } from '../context.ts'

/** A logo is public, and kept by browsers that are offline for long. */
const LIFE_MS = 30 * 24 * 60 * 60_000

export function logoLink(key: string, { objectLinks }: Pick<Context, 'objectLinks'>): string {
  return objectLinks.linkTo(key, LIFE_MS)
}
