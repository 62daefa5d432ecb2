const made = new Map<string, unknown>()

/**
 * A formatter of the browser's: `formatter(Intl.NumberFormat, locale, { style: 'percent' })`. Making one takes up to milliseconds, and rows and pictures ask
 * again and again: each is made once.
 */
export function formatter<Options, Formatter>(
  Kind: new (locale: string, options: Options) => Formatter,
  locale: string,
  options: Options,
): Formatter {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`
  const known = made.get(key)
  // What is kept under the name of a kind was made by it.
  if (known !== undefined) return known as Formatter
  const fresh = new Kind(locale, options)
  made.set(key, fresh)
  return fresh
}
