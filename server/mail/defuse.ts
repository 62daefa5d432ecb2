/** Breaks a word where it is read as an address, and is not seen (word joiner). */
const JOINER = '\u2060'
/** Between the parts of a host: the dot of any script, before whatever a name could go on with. A full stop of Chinese ends sentences, but between Latin letters. */
const DOT = /(?:[.．｡](?=[^\s\p{P}]|[-_])|(?<=[a-z\d-])。(?=[a-z\d-]))/giu
/** `3.5`, `$12.30`: no part of a host, an address of a network or a mail. */
const DECIMAL = /(?<![^\s\p{Ps}\p{Pi}\p{Sc}"'])(\d+\.\d+)(?=[\p{Pe}\p{Pf}"'.,;:!?]*(?:\s|$))/gu
/** Before the name of a post box's host, and behind a scheme. */
const AT = /(?<=\S)@(?=\S)/gu
const SCHEME = '://'
/** Neither before nor behind the address of a post box, unless it is part of another. */
const OF_ADDRESS = String.raw`[\p{L}\p{M}\p{N}\p{S}.．｡!#%&*/?_{}@-]`

/** Where a mail comes from, such as `https://video.example` (empty: of unknown address), and the post box that it goes to. */
interface Known {
  origin: string
  to?: string | undefined
}

/**
 * A text of a mail in which no name, message or title that somebody has given becomes a link, to a page or to a post box, in whatever program it is read:
 * only addresses of the service, and the reader's own, do. It reads as before.
 */
export function defuse(text: string, { origin, to = '' }: Known): string {
  const known: string[] = []
  // One that stands inside of another address is part of that. Languages without spaces write it behind a colon of their own.
  if (origin !== '') known.push(`(?<![!-~．｡])${literal(origin)}/[!-~]*`)
  if (to !== '') known.push(`(?<!${OF_ADDRESS})${literal(to)}(?!${OF_ADDRESS}*[\\p{L}\\p{M}\\p{N}\\p{S}/@_-])`)
  return keep(text, known, (rest) => keep(rest, [DECIMAL.source], defuseWord))
}

/** Changes a text, but for what one of these patterns finds. */
function keep(text: string, patterns: readonly string[], change: (rest: string) => string): string {
  if (patterns.length === 0) return change(text)
  let end = 0
  let changed = ''
  for (const { 0: kept, index } of text.matchAll(new RegExp(patterns.join('|'), 'gu'))) {
    changed += change(text.slice(end, index)) + kept
    end = index + kept.length
  }
  return changed + change(text.slice(end))
}

function literal(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
}

function defuseWord(text: string): string {
  return text
    .replaceAll(SCHEME, `:${JOINER}//`)
    .replaceAll(DOT, (dot) => `${dot}${JOINER}`)
    .replaceAll(AT, `@${JOINER}`)
}
