const MARK = '\uFEFF'
const between = [',', ';', '\t'] as const

/**
 * Reads a text of values parted by commas, semicolons or tabs (RFC 4180: a value in quotes may hold any of them, and line breaks). Which of the
 * three it is, its first line says.
 */
export function parseCsv(text: string): string[][] {
  const whole = text.startsWith(MARK) ? text.slice(1) : text
  const parting = partingOf(whole)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < whole.length) {
    const { value, next } = whole[at] === '"' ? quoted(whole, at, parting) : plain(whole, at, parting)
    row.push(value)
    at = next
    if (whole[at] === parting) {
      at += 1
      if (at === whole.length) row.push('')
      continue
    }
    at += whole.startsWith('\r\n', at) ? 2 : 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}

/** What stands most often in the first line, outside of quotes. */
function partingOf(text: string): string {
  const counts = new Map<string, number>(between.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? ','
}

function plain(text: string, from: number, parting: string) {
  let next = from
  while (next < text.length && text[next] !== parting && text[next] !== '\n' && text[next] !== '\r') next += 1
  return { value: text.slice(from, next), next }
}

/** A value in quotes, of which two in a row stand for one. What stands behind it belongs to it, as spreadsheets read it. */
function quoted(text: string, from: number, parting: string) {
  let value = ''
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close === -1) return { value: value + text.slice(at), next: text.length }
    value += text.slice(at, close)
    if (text[close + 1] !== '"') {
      const rest = plain(text, close + 1, parting)
      return { value: value + rest.value, next: rest.next }
    }
    value += '"'
    at = close + 2
  }
}
