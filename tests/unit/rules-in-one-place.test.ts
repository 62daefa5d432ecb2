import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { partsOf, readSources, type SourceParts } from '#tests/support/source-parts.ts'

/** What a rule of the specification's section 5 takes and refuses. A pattern that tells the two apart, either way round, is that rule. */
interface Rule {
  good: readonly string[]
  bad: readonly string[]
}
const around = (characters: string) => Array.from(characters).map((character) => `a${character}b`)
const rules: Record<string, Rule> = {
  'characters of names': { good: ['Gate 1', 'a', '大门 – a.b'], bad: around(`<>&,'"/\\%:#`) },
  'characters of file names': { good: ['Gate 1', 'a.avi', '大门'], bad: around('/\\:*?<>|"') },
  'e-mail address': { good: ['a@b.c', 'guard.night@harbor.example'], bad: ['harbor.example', 'guard@harbor', ''] },
  'telephone number': { good: ['+31 (0)10 555-0100', '12345', ''], bad: ['call me', '12<34'] },
  'code of an app': { good: ['012345', '999999'], bad: ['01234', '0123456', '01234a', ''] },
  'code by e-mail': { good: ['012345', 'AB12CD'], bad: ['AB12C', 'AB12CDE', 'AB 2CD', ''] },
  'code of a picture': { good: ['ab3d', 'QR7K'], bad: ['ab3', 'ab3de', ''] },
  password: { good: ['aB345678', 'abcdefg!', 'aB34567890123456'], bad: ['aB34567', 'aB345678901234567'] },
  'serial number': { good: ['GATE000001', 'N12345'], bad: ['N1234', 'GATE-00001', ''] },
  'kinds of pictures': { good: ['me.png', 'me.jpg', 'me.jpeg'], bad: ['me.svg', 'me.gif', 'me', ''] },
  'kinds of spreadsheets': { good: ['plates.xlsx', 'plates.xls'], bad: ['plates.csv', 'plates', ''] },
}
/** Numbers that mean one thing alone. */
const numbers = { 'range of 31 days': limits.searchRangeMs, 'picture of 2 MB': 2 * 1024 * 1024, 'logo of 500 KB': 500 * 1024 }

function isRule(pattern: RegExp, { good, bad }: Rule): boolean {
  const taken = new Set(good.map((text) => pattern.test(text)))
  const refused = new Set(bad.map((text) => pattern.test(text)))
  return taken.size === 1 && refused.size === 1 && taken.has(true) !== refused.has(true)
}

/** Which rules a file writes down, by a pattern or a number. */
function rulesIn({ patterns, numbers: written }: SourceParts): string[] {
  const byPattern = Object.entries(rules).filter(([, rule]) => patterns.some((pattern) => isRule(pattern, rule)))
  const byNumber = Object.entries(numbers).filter(([, number]) => written.includes(number))
  return [...byPattern, ...byNumber].map(([name]) => name)
}

// Devices are other people's: what a simulated one keeps or sends is none of these rules.
const sources = readSources('shared', 'contract', 'src', 'workers', 'sw', 'server', 'plugin')

test('each rule of the specification’s section 5 is written down once, in the contract, for forms and the service alike', () => {
  const places = sources.flatMap((parts) => rulesIn(parts).map((rule) => `${rule}: ${parts.file}`))
  expect(places.toSorted()).toEqual([
    'characters of file names: contract/rules.ts',
    'characters of names: contract/rules.ts',
    'code by e-mail: contract/rules.ts',
    'code of an app: contract/rules.ts',
    'e-mail address: contract/rules.ts',
    'logo of 500 KB: contract/pictures.ts',
    'picture of 2 MB: contract/pictures.ts',
    'range of 31 days: contract/limits.ts',
    'serial number: contract/rules.ts',
    'telephone number: contract/rules.ts',
  ])
})

test('how many characters a field takes is written nowhere but in the contract', () => {
  expect(sources.filter(({ file, fieldLengths }) => file.startsWith('src/') && fieldLengths.length > 0).map(({ file }) => file)).toEqual([])
  const found = (source: string) => partsOf('field.tsx', source).fieldLengths
  expect(found(`<Field maxLength={32} />`)).toEqual([32])
  expect(found(`<Field maxLength="32" />`)).toEqual([32])
  expect(found(`<Field maxLength={isLong ? 2 * 64 : lengths.name} />`)).toEqual([128])
  expect(found(`const properties = { maxLength: 32 }`)).toEqual([32])
  expect(found(`<Field maxLength={lengths.name} rows={3} />`)).toEqual([])
})

test('a second copy is found however it is written', () => {
  const found = (source: string) => rulesIn(partsOf('copy.tsx', source))
  expect(found(`const isName = /^[^#:%\\\\/"',&><]*$/u.test(text)`)).toEqual(['characters of names'])
  expect(found(`<input pattern={/^\\d{6}$/.source} />`)).toEqual(['code of an app'])
  expect(found(`const MOST_MS = 31 * 24 * 3600 * 1000`)).toEqual(['range of 31 days'])
  expect(found(`if (/^.+@.+\\..+$/.test(address)) send()`)).toEqual(['e-mail address'])
  expect(found(`const file = text.replace(/[\\\\/:"*?<>|]/g, '_')`)).toEqual(['characters of file names'])
})
