import { i18n } from '@lingui/core'

/** The marks between what is joined, with the space that belongs to them. Chinese has its own, which bring their space along. */
const marks = {
  list: { 'en-US': ', ', 'zh-CN': '、' },
  aside: { 'en-US': ', ', 'zh-CN': '，' },
  colon: { 'en-US': ': ', 'zh-CN': '：' },
  stop: { 'en-US': '. ', 'zh-CN': '。' },
} as const

function mark(name: keyof typeof marks): string {
  return marks[name][i18n.locale === 'zh-CN' ? 'zh-CN' : 'en-US']
}

/** Things of one kind: “a, b”. */
export function listed(things: readonly string[]): string {
  return things.join(mark('list'))
}

/** Something, and what else is said of it: “a, b”. */
export function withAside(...parts: readonly string[]): string {
  return parts.join(mark('aside'))
}

/** A name, and what it has: “a: b”. */
export function named(name: string, what: string): string {
  return `${name}${mark('colon')}${what}`
}

/** Words, and a sentence behind them: “a. B” */
export function withSentence(words: string, sentence: string): string {
  return `${words}${mark('stop')}${sentence}`
}
