import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { setupI18n, i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { languages } from '#contract/enums.ts'
import { errors, groupOfError, kindOfError } from '#contract/errors.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { errorText } from '#src/ui/text/error-text.ts'
import { pluginErrorText } from '#src/ui/text/plugin-error-text.ts'

/** The codes of the specification (chapter 8 of docs/rules.md), as its table lists them. Codes in the same row mean the same. */
const rows = [
  [1000, 4500, 7000, 20001],
  [1005],
  [1007],
  [1008],
  [1009, 20032, 20073],
  [20007],
  [20009],
  [1015, 7019],
  [1024],
  [5000, 5001, 20026, 33015, 43004, 9102],
  [5002],
  [6000],
  [6001, 20023, 31114, 33085],
  [7001, 20003],
  [7002, 20010],
  [20011],
  [7004, 7009, 7088, 7090, 10002],
  [7010, 7011],
  [7062],
  [20005],
  [20006],
  [20017],
  [20019],
  [20021],
  [20030, 20033],
  [20035],
  [20037],
  [20042],
  [33001, 33002],
  [33010],
  [33014, 33135],
  [33115, 33122, 33130],
  [33136],
  [23006],
  [23019],
  [23036],
  [23046],
  [33056],
  [33058],
  [33060],
  [33083],
  [33621],
  [31100],
  [31106],
  [33400],
  [33401],
  [33671],
  [33672],
  [33811],
  [12344],
  [12345],
]
const ranges = [
  [33001, 33032],
  [33051, 33083],
  [33550, 33554],
  [31100, 31114],
  [23014, 23025],
] as const
const logout = [20004, 10002, 7009, 7088, 7090, 7004, 9100, 9101, 9102, 7003, 9103, 123456]
/** Which the specification does not have: the service ends sessions that have lasted too long (33881). */
const ownLogout = [33881]
const silent = [
  20006, 20007, 20008, 20009, 20046, 20031, 404, 7063, 23015, 33011, 33063, 33064, 20052, 7026, 23045, 23044, 31101, 31109, 1027, 33621,
]
const httpStatuses = [401, 403, 404, 408, 500, 501, 502, 503, 504]
const codes: readonly number[] = Object.values(errors).map(({ code }) => code)
const listed = [...new Set([...rows.flat(), ...logout, ...silent, ...httpStatuses])]
const members = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
const everyCode = [...new Set([...listed, ...members, ...codes])]

async function translations(language: string): Promise<Record<string, string>> {
  const file = join(import.meta.dirname, '../../locales', `${language}.po`)
  const catalog = await formatter().parse(readFileSync(file, 'utf8'), { locale: language, sourceLocale: 'en-US', filename: file })
  return Object.fromEntries(Object.entries(catalog).map(([id, { translation }]) => [id, translation ?? '']))
}

describe('the error catalogue', () => {
  it.each(listed)('has %i, which the specification lists by itself', (code) => {
    expect(codes).toContain(code)
  })

  it('has each code once, in their order', () => {
    expect(codes).toEqual([...new Set(codes)].toSorted((one, other) => one - other))
  })

  it.each(everyCode)('does with %i what the specification says: sign out, keep silent or show', (code) => {
    expect(kindOfError(code)).toBe([...logout, ...ownLogout].includes(code) ? 'logout' : silent.includes(code) ? 'silent' : 'show')
  })

  it('knows the group of every member of a range, and of nothing beside them', () => {
    for (const [first, last] of ranges) {
      for (const code of [first, last]) expect(groupOfError(code)).toBe(groupOfError(first))
      for (const code of [first - 1, last + 1]) expect(groupOfError(code)).toBeUndefined()
    }
    expect(new Set(members.map(groupOfError)).size).toBe(ranges.length)
  })

  it.each(languages)('has a sentence of its own words for every code in %s', async (language) => {
    i18n.load(language, await translations(language))
    i18n.activate(language)
    const plain = language === 'zh-CN' ? /^[^{}]*\p{Script=Han}[^{}]*。$/u : /^[A-Z][^{}]+\.$/
    const nothingMore = errorText({ code: 99_999 })
    for (const code of everyCode) {
      const text = errorText({ code })
      expect(text, String(code)).toMatch(plain)
      expect(text, String(code)).not.toContain(String(code))
      expect(text, String(code)).not.toBe(nothingMore)
    }
    for (const code of Object.values(pluginCodes).filter((one) => one !== pluginCodes.success)) {
      expect(pluginErrorText({ code }), `plugin ${code}`).toMatch(plain)
      expect(pluginErrorText({ code }), `plugin ${code}`).not.toBe(errorText({ code }))
    }
    expect(pluginErrorText({ code: 12344 })).toBe(errorText({ code: 12344 }))
  })

  it('says of 7011, 33135, 31114 and 20017 what the specification means by them', () => {
    i18n.load('en-US', {})
    i18n.activate('en-US')
    expect(errorText({ code: 7011 })).toBe(errorText({ code: 7010 }))
    expect(errorText({ code: 7011 })).toMatch(/not activated/)
    expect(errorText({ code: 20004 })).toMatch(/frozen/)
    expect(errorText({ code: 33135 })).toMatch(/used up, or no licence/)
    for (const code of [20023, 31114, 33085]) expect(errorText({ code })).toBe(errorText({ code: 6001 }))
    expect(errorText({ code: 20017 })).toMatch(/larger than 2 MB/)
  })

  it('tells limits of a card, restricted accounts and exceeded funds apart, and says why a file of the plugin is not there', () => {
    const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
    i18n.load('en-US', english.messages)
    i18n.activate('en-US')
    expect(errorText({ code: 23020 })).toMatch(/limit of the card/i)
    expect(errorText({ code: 23021 })).toMatch(/restricted/i)
    expect(errorText({ code: 23022 })).toMatch(/exceeds/i)
    expect(pluginErrorText({ code: pluginCodes.writeDenied })).toMatch(/may not write/)
    expect(pluginErrorText({ code: pluginCodes.fileMissing })).toMatch(/file is not there/)
    expect(pluginErrorText({ code: pluginCodes.pictureFailed })).toMatch(/picture could not be opened/)
  })
})
