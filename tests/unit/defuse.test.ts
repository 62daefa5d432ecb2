import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { defuse } from '#server/mail/defuse.ts'
import { linked } from '#server/mail/html-body.ts'

const origin = 'https://video.example'
const to = 'guard@harbor-logistics.example'
const known = { origin, to }
/** What it looks like: without what is not seen. */
const seen = (text: string) => text.replaceAll('\u2060', '')
/** What the most eager mail program could take for a page or a post box: a scheme, a post box, a host, an address of a network. */
const EAGER = /:\/\/|\S@[^\s\u2060]|[.．｡](?!\d+\p{P}*(?:\s|$))[\p{L}\p{M}\p{N}\p{S}_-]|(?:\d+\.){2}\d/u

test.each([
  'Pay at https://evil.example/login now',
  'HTTP://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example/video.example',
  'Jan (evil.example) has shared',
  'https://video.example.evil.example/user/login',
  'evil.example/?https://video.example/',
  '银行.公司',
  '..evil.example',
  '.evil.example/login',
  'a..evil.example',
  'evil.xn--p1ai',
  'evil.example@',
  '@evil.example',
  'evil.example-x',
  'evil．example',
  'evil。example',
  '1.2.3.4/login',
  '1.2.3.4',
  '10.2/login',
  'security@evil.example',
  'mailto:security@evil.example',
  `security-${to}`,
  `${to}.evil.example`,
  `${to}/login`,
])('%s reads as before and is no link', (text) => {
  const defused = defuse(text, known)
  expect(seen(defused)).toBe(text)
  expect(defused).not.toMatch(EAGER)
  expect(defused).not.toMatch(/[a-z\d]。[a-z\d]/)
  expect(linked(defused)).not.toContain('<a ')
})

test('no text that anybody gives holds anything that could be taken for a link, whatever it is made of', () => {
  const parts = constantFrom(
    'evil',
    'example',
    'xn--p1ai',
    '公司',
    'x',
    '1',
    '42',
    '.',
    '..',
    '．',
    '@',
    '-',
    '_',
    '/',
    ':',
    '//',
    '(',
    '"',
    ' ',
    '❤',
    to,
    origin,
  )
  assert(
    property(array(parts, { maxLength: 12 }), string({ unit: 'grapheme', maxLength: 4 }), (words, tail) => {
      const text = words.join('') + tail
      const defused = defuse(text, known)
      expect(seen(defused)).toBe(seen(text))
      // What is known may stand in it.
      expect(defused.replaceAll(/https:\/\/video\.example\/[!-~]*/g, ' ').replaceAll(to, ' ')).not.toMatch(EAGER)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  to,
  `Hello ${to}, it rings.`,
  'Version 3.5 at 12.30',
  'Go on. Then come back.',
  'A. Jansen',
  'Wait…',
  'Well...',
  '门开了。请看',
])('%s stays as it is', (text) => {
  expect(defuse(text, known)).toBe(text)
})

test('an address of the service itself stays a link, behind a sign of another language too', () => {
  expect(linked(defuse(`点击此处打开：${origin}/user/a`, known)).match(/href="[^"]*"/g)).toEqual([`href="${origin}/user/a"`])
  const text = `Hello evil.example,\n\n${origin}/user/login\n`
  expect(linked(defuse(text, known)).match(/href="[^"]*"/g)).toEqual([`href="${origin}/user/login"`])
})
