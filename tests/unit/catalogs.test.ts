import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatter } from '@lingui/format-po'
import { languages } from '#contract/enums.ts'

const root = join(import.meta.dirname, '../..')
const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js')

/** The messages of a catalog and their translations. */
async function read(language: string): Promise<[message: string, translation: string][]> {
  const file = join(root, 'locales', `${language}.po`)
  const catalog = await formatter().parse(readFileSync(file, 'utf8'), { locale: language, sourceLocale: 'en-US', filename: file })
  return Object.values(catalog).map(({ message, translation }) => [message ?? '', translation ?? ''])
}

/** Names in braces and numbers of tags: what a translation must carry over. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => `{${name}}`)
  const tags = [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag)
  return [...new Set([...names, ...tags])].toSorted()
}

describe('message catalogs', () => {
  it('hold what the sources say, nothing missing and nothing left over', () => {
    // The extractor's own check; throws with what it says when it fails.
    const said = execFileSync(process.execPath, [lingui, 'check', 'sync', '--clean', '--workers', '1'], { cwd: root, encoding: 'utf8' })
    expect(said).toContain('PASS')
  })

  it.each(languages)('lack no translation in %s', async (language) => {
    const catalog = await read(language)
    expect(catalog.length).toBeGreaterThan(200)
    expect(catalog.filter(([, translation]) => translation.trim() === '')).toEqual([])
  })

  it.each(languages)('keep every placeholder in %s', async (language) => {
    const broken = (await read(language)).filter(
      ([message, translation]) => placeholders(message).join() !== placeholders(translation).join(),
    )
    expect(broken).toEqual([])
  })
})
