import type { Language } from '#contract/enums.ts'

/** What a mail says. Plain text, lines of any length. */
export interface MailText {
  subject: string
  body: string
}

/** A mail's text in each language. `Facts` is what differs from one to the next. */
export type MailTexts<Facts> = Readonly<Record<Language, (facts: Facts) => MailText>>

/** A moment as a reader of that language writes it. In UTC, because a mail does not know where it is read. */
export function momentIn(language: Language, atMs: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(atMs)} UTC`
}

/** A mail's body of paragraphs, with the sender's closing line. */
export function paragraphs(...lines: readonly string[]): string {
  return `${lines.join('\n\n')}\n`
}
