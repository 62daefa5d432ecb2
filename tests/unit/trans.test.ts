import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Greeting } from '#tests/fixtures/greeting.tsx'

const root = join(import.meta.dirname, '../..')

/** What a person reads. */
function shown(props: { name: string; place: string; count: number }): string {
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const html = renderToStaticMarkup(createElement(I18nProvider, { i18n }, createElement(Greeting, props)))
  const text = html.replaceAll(/<\/?[pb]>/g, '')
  expect(text).not.toContain('<')
  const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
  return text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (found) => characters[found] ?? found)
}

describe('a text with names in it', () => {
  it.each(['<b>x</b><script>', '<0>x</0>', '<0/>', '<b></b>', 'a < b', '{place}', "it's", '#', String.raw`C:\x41`, String.raw`\u0041`])(
    'shows %s whole',
    (name) => {
      expect(shown({ name, place: name, count: 2 })).toBe(`${name} is at ${name}. ${name} has 2 cameras.`)
    },
  )

  it('shows any name whole', () => {
    const tag = fc.constantFrom('<b>', '</b>', '<0>', '</0>', '<1/>', '<', '>', 'x', "'", '{', '}', '\\x41', '\\u0041')
    const name = fc.array(fc.oneof(tag, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(shown({ name: one, place: other, count: 1 })).toBe(`${one} is at ${other}. ${one} has 1 camera.`)
      }),
      { numRuns: 300 },
    )
  })

  it('is never made with the Trans of the package, which loses tags in names', () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => file !== join('src', 'ui', 'text', 'trans.tsx'))
    expect(files.length).toBeGreaterThan(100)
    const wrong = files.filter((file) =>
      /import\s*(?:type\s*)?\{[^}]*\bTrans\b[^}]*\}\s*from\s*'@lingui\/react'/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(wrong).toEqual([])
  })
})
