import { expect, test } from 'vitest'
import { defuse } from '#server/mail/defuse.ts'
import { linked } from '#server/mail/html-body.ts'

const ORIGIN = 'https://video.example'
/** What it looks like: without what is not seen. */
const seen = (text: string) => text.replaceAll('\u2060', '')

test.each([
  'Pay at https://evil.example/login now',
  'HTTP://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example/video.example',
  'Jan (evil.example) has shared',
  'https://video.example.evil.example/user/login',
  'evil.example/?https://video.example/',
  '银行.公司',
])('%s reads as before and is no link', (text) => {
  const defused = defuse(text, ORIGIN)
  expect(seen(defused)).toBe(text)
  expect(defused).not.toMatch(/:\/\//)
  expect(defused).not.toMatch(/[^\s\u2060]\.[\p{L}\p{N}]/u)
  expect(linked(defused)).not.toContain('<a ')
})

test.each(['guard@harbor-logistics.example', 'Version 3.5 at 12.30', 'Go on. Then come back.', 'A. Jansen'])(
  '%s stays as it is',
  (text) => {
    expect(defuse(text, ORIGIN)).toBe(text)
  },
)

test('an address of the service itself stays a link, behind a sign of another language too', () => {
  expect(linked(defuse(`点击此处打开：${ORIGIN}/user/a`, ORIGIN)).match(/href="[^"]*"/g)).toEqual([`href="${ORIGIN}/user/a"`])
  const text = `Hello evil.example,\n\n${ORIGIN}/user/login\n`
  expect(linked(defuse(text, ORIGIN)).match(/href="[^"]*"/g)).toEqual([`href="${ORIGIN}/user/login"`])
})
