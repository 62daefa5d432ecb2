import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownDataFolder, readCommandLine } from '#plugin/command-line.ts'
import { noStartAtLogin, startAtLogin } from '#plugin/start-at-login.ts'

/** A program whose path and options have everything in them that a file could misread. */
const command = ['/home/anna/My "own" $programs/50%/sightline-plugin', '--origin', 'https://video.example.org', '--data', 'C:\\Ä & <b>\\']

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sightline-home-'))
})
afterEach(() => rmSync(home, { recursive: true }))

/** The words of an Exec line, as the Desktop Entry Specification reads them. */
function wordsOf(exec: string): string[] {
  const line = exec.replaceAll('\\\\', '\\').replaceAll('%%', '%')
  return [...line.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, word = '']) => word.replaceAll(/\\(["`$\\])/g, '$1'))
}

test('on Linux an autostart entry starts the program with the very words of its command', async () => {
  const machine = { platform: 'linux', home, env: {} } as const
  const file = await startAtLogin(machine, command)
  expect(file).toBe(join(home, '.config', 'autostart', 'sightline-plugin.desktop'))
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines[0]).toBe('[Desktop Entry]')
  expect(lines).toContain('Type=Application')
  expect(wordsOf(lines.find((line) => line.startsWith('Exec=')) ?? '')).toEqual(command)
  await noStartAtLogin(machine)
  expect(existsSync(file)).toBe(false)
  await noStartAtLogin(machine)
})

test('on Linux it is written where the person keeps such settings', async () => {
  const config = join(home, 'settings')
  const file = await startAtLogin({ platform: 'linux', home, env: { XDG_CONFIG_HOME: config } }, command)
  expect(file).toBe(join(config, 'autostart', 'sightline-plugin.desktop'))
})

test('on a Mac a launch agent starts the program with the very words of its command', async () => {
  const machine = { platform: 'darwin', home, env: {} } as const
  const file = await startAtLogin(machine, command)
  expect(file).toBe(join(home, 'Library', 'LaunchAgents', 'example.sightline.plugin.plist'))
  const text = readFileSync(file, 'utf8')
  const { plist } = new XMLParser({ trimValues: false, isArray: (tag) => tag === 'string' }).parse(text)
  expect(plist.dict.array.string).toEqual(command)
  expect(text).toContain('<key>RunAtLoad</key><true/>')
  await noStartAtLogin(machine)
  expect(existsSync(file)).toBe(false)
})

/** Words of a command line as Windows programs read them. */
function windowsWords(line: string): string[] {
  return [...line.matchAll(/"((?:\\+"|[^"])*)"(?= |$)/g)].map(([, word = '']) =>
    word
      .replaceAll(/(\\+)"/g, (_, slashes: string) => `${'\\'.repeat((slashes.length - 1) / 2)}"`)
      .replaceAll(/\\+$/g, (slashes) => '\\'.repeat(slashes.length / 2)),
  )
}

test('on Windows the registry starts the program with the very words of its command', async () => {
  const tools = join(home, 'tools')
  const said = join(home, 'said')
  mkdirSync(tools)
  writeFileSync(join(tools, 'reg'), `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> "${said}"; done\n`)
  chmodSync(join(tools, 'reg'), 0o755)
  const machine = { platform: 'win32', home, env: { PATH: [tools, process.env.PATH].join(delimiter) } } as const
  const key = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
  expect(await startAtLogin(machine, command)).toBe(`${key}\\SightlinePlugin`)
  const words = readFileSync(said, 'utf8').trimEnd().split('\n')
  expect([...words.slice(0, 7), words.at(-1)]).toEqual(['add', key, '/v', 'SightlinePlugin', '/t', 'REG_SZ', '/d', '/f'])
  expect(windowsWords(words[7] ?? '')).toEqual(command)
  rmSync(said)
  await noStartAtLogin(machine)
  expect(readFileSync(said, 'utf8').trimEnd().split('\n')).toEqual([
    'query',
    key,
    '/v',
    'SightlinePlugin',
    'delete',
    key,
    '/v',
    'SightlinePlugin',
    '/f',
  ])
})

test('a machine that has no place for it says so', async () => {
  await expect(startAtLogin({ platform: 'aix', home, env: {} }, command)).rejects.toThrow('There is no way to start at login on aix.')
})

test('options become settings, and those of every start are kept', () => {
  const args = [
    '--origin',
    'https://a.example',
    '--origin',
    'https://b.example',
    '--port',
    '4000',
    '--data',
    '/srv/x',
    '--no-start-at-login',
  ]
  expect(readCommandLine(args)).toEqual({
    env: { SIGHTLINE_ORIGINS: 'https://a.example,https://b.example', SIGHTLINE_PLUGIN_PORT: '4000', SIGHTLINE_DATA: '/srv/x' },
    kept: args.slice(0, -1),
    startAtLogin: false,
    isVersion: false,
    isHelp: false,
  })
  expect(readCommandLine([])).toMatchObject({ env: {}, kept: [], startAtLogin: undefined })
  expect(() => readCommandLine(['--orgin', 'x'])).toThrow()
})

test('an installed program keeps its data with the person, whatever folder it is started from', () => {
  expect(ownDataFolder('linux', '/home/anna', {})).toBe('/home/anna/.local/share/sightline')
  expect(ownDataFolder('linux', '/home/anna', { XDG_DATA_HOME: '/data' })).toBe('/data/sightline')
  expect(ownDataFolder('darwin', '/Users/anna', {})).toBe('/Users/anna/Library/Application Support/Sightline')
  expect(ownDataFolder('win32', 'C:\\Users\\anna', {})).toBe('C:\\Users\\anna\\AppData\\Local\\Sightline')
})
