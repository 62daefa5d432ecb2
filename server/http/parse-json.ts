/** JSON from outside as a value; `undefined` when it is none, or holds the character 0, which PostgreSQL's texts cannot. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, text.includes('\\u0000') ? refuseZero : undefined)
  } catch {
    return undefined
  }
}

function refuseZero(name: string, value: unknown): unknown {
  if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) throw new SyntaxError('The character 0.')
  return value
}
