import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#contract/settings.ts'
import { demoPeople } from '../../scripts/demo-people.ts'

const note = {
  users: [{ loginName: 'admin', password: 'Admin-secret1', role: 'administrator' }],
  states: [{ loginName: 'expired', password: 'State-secret1', shows: 'a licence that has expired' }],
}
const passwords = [...note.users, ...note.states].map(({ password }) => password)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-demo-'))
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(note))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function shown(env: Record<string, string>): string[] {
  const text = demoPeople(folder, readSettings(env)).join('\n')
  return passwords.filter((password) => text.includes(password))
}

test('the passwords of the demonstration are shown once, to who starts it on a machine of their own', () => {
  expect(shown({})).toEqual(passwords)
  expect(shown({})).toEqual([])
})

test.each([
  ['listens for all networks', { SIGHTLINE_HOST: '0.0.0.0' }],
  ['is opened under a public name', { SIGHTLINE_ORIGINS: 'http://localhost:8420,https://video.example.org' }],
  ['has a proxy in front, whatever it is opened as', { SIGHTLINE_TRUSTED_PROXIES: '127.0.0.1' }],
])('they are never shown where the service %s', (_where, env) => {
  expect(shown(env)).toEqual([])
})
