import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partsOf, readSources, type SourceParts } from '#tests/support/source-parts.ts'

const sources = readSources('shared', 'contract', 'src', 'workers', 'sw', 'server', 'plugin', 'device')

/** Whether a file hides part of a text by itself: it writes a mask, or looks for addresses in the midst of text. */
function masks({ texts, patterns }: SourceParts): boolean {
  const findsAddresses = (pattern: RegExp) =>
    ['jo@partner.example', 'Jo (jo@partner.example) and 张伟'].every((text) => pattern.test(text)) &&
    !['Jo', 'Gate 1.jpg', 'parking, T-2.e', '张伟 (+31 10 555 0100)'].some((text) => pattern.test(text))
  return texts.some((text) => /\*{2,}|[•●]{2,}|x{3,}@/i.test(text)) || patterns.some(findsAddresses)
}

function filesWith(pattern: RegExp): string[] {
  return sources.map(({ file }) => file).filter((file) => pattern.test(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')))
}

test('names are masked by one file, and who sees them whole is decided by its one function', () => {
  // The other one breaks addresses in mails, and hides nothing of them.
  expect(sources.filter(masks).map(({ file }) => file)).toEqual(['contract/masked.ts', 'server/mail/defuse.ts'])
  // The trail's details are text as a whole, and before signing in nobody is anybody.
  expect(filesWith(/\bmask(?:Email|Phone|Name)\b/).toSorted()).toEqual([
    'contract/masked.ts',
    'server/access/mask-detail.ts',
    'server/calls/account/pre-login.ts',
  ])
})

test('screens mask nothing: what they show is as the service sent it', () => {
  expect(filesWith(/#contract\/masked/).filter((file) => !file.startsWith('server/'))).toEqual([])
})

test('a mask somewhere else is found however it is written', () => {
  const found = (source: string) => masks(partsOf('copy.tsx', source))
  expect(found("const shown = email[0] + '***' + email.slice(at)")).toBe(true)
  expect(found('const shown = `${first}••••${last}`')).toBe(true)
  expect(found('const shown = text.replace(/\\S+@\\S+/g, hide)')).toBe(true)
  expect(found("const shown = text.replace(/a|b/, '*')")).toBe(false)
})
