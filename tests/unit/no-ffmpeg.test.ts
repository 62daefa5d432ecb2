import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hideFfmpeg } from '../../scripts/no-ffmpeg.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['contract', 'shared', 'server', 'device', 'plugin', 'src', 'workers', 'sw', 'scripts', 'tests']
const sources = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))

const pathsWith = (pattern: RegExp) =>
  sources
    .filter(({ path, text }) => path !== 'tests/unit/no-ffmpeg.test.ts' && pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('nothing of ours knows the name of a program of FFmpeg’s, but what hides them in the tests', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(pathsWith(/['"`]([^'"`\n]*[/\\])?ff(mpeg|probe)(\.exe)?[ '"`]/)).toEqual(['scripts/no-ffmpeg.ts'])
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('ffmpeg-installer')
})

test('one module of the product names the library, and one of the tests', () => {
  expect(pathsWith(/['"`]node-av\b/)).toEqual(['device/codec/library.ts', 'tests/support/ffmpeg.ts'])
})

test('npm brings the library for every platform by the lock file, in the one version that it was tried in', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; optional?: boolean; dependencies?: Record<string, string> }>
  }
  const { version } = packages['node_modules/node-av'] ?? {}
  expect(packages['']?.dependencies?.['node-av']).toBe(version)
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc']) {
    expect(packages[`node_modules/@seydx/node-av-${platform}`], platform).toMatchObject({ version, optional: true })
  }
})

test.skipIf(process.platform === 'win32')('the tests run where programs of FFmpeg’s fail', () => {
  const env: Record<string, string | undefined> = { PATH: process.env.PATH }
  hideFfmpeg(env)
  for (const name of ['ffmpeg', 'ffprobe']) {
    const { status, stderr } = spawnSync(name, ['-version'], { env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 127, stderr: expect.stringContaining('its own FFmpeg') })
  }
  expect(readFileSync(join(root, 'scripts/test.ts'), 'utf8')).toContain('  hideFfmpeg(process.env)\n')
})
