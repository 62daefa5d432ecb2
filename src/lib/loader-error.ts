/**
 * What a page that was loaded from an older release meets when a part of it is gone (rule 8.5): a chunk of script, in the
 * words of each browser, or one of style, in the words of bundlers.
 */
const sentences = [
  /^Loading (css )?chunk \S+ failed/i,
  /^Failed to fetch dynamically imported module/,
  /^error loading dynamically imported module/i,
  /^Importing a module script failed/,
  /^Unable to preload CSS/,
]
const CSS_CODE = 'CSS_CHUNK_LOAD_FAILED'

export function isLoaderError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === CSS_CODE) || sentences.some((sentence) => sentence.test(error.message))
}
