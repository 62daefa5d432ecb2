import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatter } from '@lingui/format-po'
import { languages } from '#contract/enums.ts'

const root = join(import.meta.dirname, '../..')
const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js')

/** What a run of the extractor's own checks prints; throws with its output when they fail. */
function check(...words: string[]): string {
  return execFileSync(process.execPath, [lingui, 'check', ...words, '--workers', '1'], { cwd: root, encoding: 'utf8' })
}

async function read(language: string): Promise<Map<string, string>> {
  const file = join(root, 'locales', `${language}.po`)
  const catalog = await formatter().parse(readFileSync(file, 'utf8'), { locale: language, sourceLocale: 'en-US', filename: file })
  return new Map(Object.values(catalog).map(({ message, translation }) => [message ?? '', translation ?? '']))
}

/** Names in braces and numbers of tags: what a translation must carry over. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => `{${name}}`)
  const tags = [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag)
  return [...new Set([...names, ...tags])].toSorted()
}

describe('message catalogs', () => {
  it('hold what the sources say, nothing missing and nothing left over', () => {
    expect(check('sync', '--clean')).toContain('PASS')
  })

  it('lack no translation', () => {
    expect(check('missing', '--mode', 'catalog')).toContain('PASS')
  })

  it.each(languages)('keep every placeholder in %s', async (language) => {
    const catalog = await read(language)
    expect(catalog.size).toBeGreaterThan(200)
    const broken = [...catalog].filter(([message, translation]) => placeholders(message).join() !== placeholders(translation).join())
    expect(broken).toEqual([])
  })
})
