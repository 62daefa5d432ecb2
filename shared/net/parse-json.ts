/** No message has nearly so many levels; what walks through a value level by level fails at some thousands. */
const DEEPEST = 64

/** JSON from outside as a value; `undefined` when it is none, lies too deep, or holds the character 0, which PostgreSQL's texts cannot. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, text.includes('\\u0000') ? refuseZero : undefined)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

function refuseZero(name: string, value: unknown): unknown {
  if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) throw new SyntaxError('The character 0.')
  return value
}

/** Looks at one level after the other, without recursion. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
