/** The bytes of a text of plain letters. */
export function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
