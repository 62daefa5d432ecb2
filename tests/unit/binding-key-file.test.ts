import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'

const KEY = '5a'.repeat(32)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-key-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

test('a key is on the disk when it is kept: its name and that of its folder, too', () => {
  const done: string[] = []
  const { openSync, fsyncSync, renameSync } = fs
  const opened = new Map<number, string>()
  vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
    const file = openSync(path, ...more)
    opened.set(file, String(path))
    return file
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    done.push(`flushed ${opened.get(file) ?? 'content'}`)
    fsyncSync(file)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    done.push('renamed')
    renameSync(from, to)
  })
  syncBuiltinESMExports()
  const file = bindingKeyFile(folder, 'DISK000001')
  file.keep(KEY)
  expect(done.slice(done.indexOf('renamed'))).toEqual(['renamed', `flushed ${join(folder, 'binding-keys')}`, `flushed ${folder}`])
  expect(file.read()).toBe(KEY)
  expect(readFileSync(join(folder, 'binding-keys', 'DISK000001'), 'utf8')).toBe(KEY)
})
