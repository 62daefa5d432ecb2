/** The same text with one character changed, for certain: a fixed other character would now and then be the one that is there. */
export function almost(text: string, at = 0): string {
  if (at < 0 || at >= text.length) throw new RangeError(`No character ${at} in a text of ${text.length}`)
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}

/** The same signed link with a signature that is not quite its own. */
export function almostSigned(link: string): string {
  const name = 'signature='
  const start = link.indexOf(name)
  if (start === -1) throw new Error(`No signature in ${link}`)
  return almost(link, start + name.length)
}
