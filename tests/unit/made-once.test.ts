import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { madeOnce } from '#tests/support/made-once.ts'

const MODULE = pathToFileURL(join(import.meta.dirname, '../support/made-once.ts')).href
let place = ''
let page = ''
let made = 0
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sightline-once-'))
  page = join(place, 'page')
  made = 0
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

async function make(folder: string): Promise<void> {
  made += 1
  mkdirSync(folder)
  await Promise.resolve()
  writeFileSync(join(folder, 'index.html'), 'whole')
}
const isWhole = () => readFileSync(join(page, 'index.html'), 'utf8') === 'whole' && readdirSync(place).join() === 'page'

test('several get what one of them makes', async () => {
  await Promise.all([madeOnce(page, make), madeOnce(page, make), madeOnce(page, make)])
  await madeOnce(page, make)
  expect([made, isWhole()]).toEqual([1, true])
})

test('where one fails, the next one tries', async () => {
  const failing = madeOnce(page, async (folder) => {
    await make(folder)
    throw new Error('no room')
  })
  const waiting = madeOnce(page, make)
  await expect(failing).rejects.toThrow('no room')
  await waiting
  expect([made, isWhole()]).toEqual([2, true])
})

test('where one is killed at it, another one takes its place', async () => {
  const program = `import { madeOnce } from ${JSON.stringify(MODULE)}
    await madeOnce(${JSON.stringify(page)}, () => new Promise(() => setInterval(() => {}, 1_000)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  await expect.poll(() => existsSync(`${page}-maker`)).toBe(true)
  const waiting = madeOnce(page, make)
  expect(made).toBe(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await waiting
  expect([made, isWhole()]).toEqual([1, true])
})
