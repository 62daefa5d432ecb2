/** Breaks a word where it is read as an address, and is not seen (word joiner). */
const JOINER = '\u2060'
/** What mail programs take for an address though nothing says so: `evil.example`, not `guard@evil.example`, `3.5` or the end of a sentence. */
const HOST = /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}@-]|\.[\p{L}\p{N}])/gu

/**
 * A text of a mail in which no name, message or title that somebody has given becomes a link, in whatever program it is read: only addresses of
 * `origin` (`https://video.example`) do. It reads as before.
 */
export function defuse(text: string, origin: string): string {
  if (origin === '') return defuseWord(text)
  // One that stands inside of another address is part of that. Languages without spaces write it behind a colon of their own.
  const own = new RegExp(`(?<![!-~])(${origin.replaceAll(/\W/g, String.raw`\$&`)}/[!-~]*)`)
  return text
    .split(own)
    .map((part, index) => (index % 2 === 1 ? part : defuseWord(part)))
    .join('')
}

function defuseWord(text: string): string {
  return text.replaceAll('://', `:${JOINER}//`).replaceAll(HOST, (host) => host.replaceAll('.', `.${JOINER}`))
}
