import { describe, expect, it } from 'vitest'
import { roles } from '#contract/access.ts'
import { readLines } from '#src/features/users/invite-lines.ts'

const defaults = { role: 'site-operator', language: 'en-US', siteIds: ['gate'] } as const
const roleOf = (word: string) => roles.find((role) => role === word.toLowerCase())
const read = (list: string) => readLines(list, defaults, roleOf)

describe('a list of people to invite', () => {
  it('is read with tabs, commas and semicolons, and with empty lines counted', () => {
    const lines = read('Jo.Smit@company.example\tJo Smit\r\n\r\nwei@company.example; 张伟 ;LIVE-ONLY\nann@company.example,Ann,')
    expect(lines.map(({ number, kind }) => `${number} ${kind}`)).toEqual(['1 good', '3 good', '4 good'])
    expect(lines.flatMap((line) => (line.kind === 'good' ? [line.input] : []))).toEqual([
      {
        kind: 'user',
        email: 'jo.smit@company.example',
        alias: 'Jo Smit',
        role: 'site-operator',
        language: 'en-US',
        sites: [{ siteId: 'gate', role: 'site-operator' }],
      },
      expect.objectContaining({ alias: '张伟', role: 'live-only', sites: [{ siteId: 'gate', role: 'live-only' }] }),
      expect.objectContaining({ email: 'ann@company.example', role: 'site-operator' }),
    ])
  })

  it('gives an administrator no sites, which they all see', () => {
    const [line] = read('a@b.example, Ann, administrator')
    expect(line).toMatchObject({ kind: 'good', input: { role: 'administrator' } })
    expect(line?.kind === 'good' && line.input.sites).toBeUndefined()
  })

  it.each([
    ['no address', 'Jo Smit', 'email'],
    ['an address without a dot', 'jo@company, Jo', 'email'],
    ['no name', 'jo@company.example', 'alias'],
    ['a name with forbidden characters', 'jo@company.example; Jo <b>', 'alias'],
    ['a name that is too long', `jo@company.example, ${'J'.repeat(33)}`, 'alias'],
    ['a role that there is not', 'jo@company.example, Jo, boss', 'role'],
    ['too much', 'jo@company.example, Jo, live-only, Rotterdam', 'fields'],
  ])('says of a line with %s what is wrong, and keeps its text', (_, text, fault) => {
    expect(read(`ann@company.example, Ann\n${text}`)[1]).toEqual({ number: 2, text, kind: 'bad', fault })
  })

  it('takes the first of two lines with one address', () => {
    expect(read('jo@b.example, Jo\nJO@b.example, Joe').map((line) => (line.kind === 'bad' ? line.fault : line.kind))).toEqual([
      'good',
      'twice',
    ])
  })
})
