/** A path of this app, such as `/live?split=9`; `undefined` for what would lead anywhere else. */
export function pathWithin(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/[a-z]/.test(text) || text.startsWith('/login')) return undefined
  const address = new URL(text, 'http://within.invalid')
  return address.host === 'within.invalid' ? address.pathname + address.search : undefined
}
