const ORIGIN = 'http://within.invalid'

/** A path of this app, such as `/live?split=9`; `undefined` for what would lead anywhere else. */
export function pathWithin(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined
  const { origin, pathname, search } = new URL(text, ORIGIN)
  // Checked after resolving: `/a/..//evil.example` becomes an address of another host only then.
  if (origin !== ORIGIN || !/^\/[a-z]/.test(pathname) || pathname.startsWith('/login')) return undefined
  return pathname + search
}
