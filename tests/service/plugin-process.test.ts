import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import { PluginPage } from '#tests/support/plugin-page.ts'
import { bareEnv } from '#tests/support/bare-env.ts'
import { freePort } from '#tests/support/stack.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const entry = join(import.meta.dirname, '../../plugin/main.ts')
const origin = 'http://localhost:8420'

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function run(settings: Record<string, string>): { child: ChildProcess; stderr: () => string } {
  const env = { ...bareEnv(), SIGHTLINE_DATA: join(folder, 'data'), ...settings }
  const child = fork(entry, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  children.push(child)
  let text = ''
  child.stderr?.on('data', (chunk) => (text += chunk))
  return { child, stderr: () => text }
}

async function runUntilReady(): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const { child } = run({ SIGHTLINE_PLUGIN_PORT: String(port) })
  const [message] = await once(child, 'message')
  expect(message).toEqual({ kind: 'ready' })
  return { child, port }
}

test('it says when it is ready, makes its folder and tells its figures', async () => {
  const { child, port } = await runUntilReady()
  expect(existsSync(join(folder, 'data', 'plugin'))).toBe(true)
  const page = await PluginPage.open(port, origin)
  await page.run('getOCXVersion', {})
  child.send({ kind: 'stats' })
  const [message] = await once(child, 'message')
  expect(message).toEqual({ kind: 'stats', controlSockets: 1, mediaSockets: 0, upstreams: 0, windows: 0 })
  page.close()
})

test.each(deep(['SIGINT', 'SIGTERM', 'a parent that is gone'], ['SIGTERM']))(
  'it ends at once on %s, with a page connected',
  async (ending) => {
    const { child, port } = await runUntilReady()
    const page = await PluginPage.open(port, origin)
    const startMs = performance.now()
    const ended = once(child, 'exit')
    if (ending === 'SIGINT' || ending === 'SIGTERM') child.kill(ending)
    else child.disconnect()
    expect(await ended).toEqual([0, null])
    expect(performance.now() - startMs).toBeLessThan(AT_ONCE_MS)
    await expect.poll(() => page.closeCode).toBe(1006)
  },
)

const troubles: [trouble: string, sentence: string][] = [
  ['a port in use', 'is in use'],
  ['a setting that is none', 'SIGHTLINE_PLUGIN_PORT is "video", but it should be a port number from 1 to 65535.'],
  ['a folder that cannot be written', 'cannot be written. Choose another one with SIGHTLINE_DATA.'],
]
test.each(deep(troubles, troubles.slice(0, 1)))('%s: one sentence, exit code 2', async (trouble, sentence) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  writeFileSync(join(folder, 'file'), '')
  const { child, stderr } = run({
    SIGHTLINE_PLUGIN_PORT: trouble === 'a setting that is none' ? 'video' : port,
    ...(trouble === 'a folder that cannot be written' ? { SIGHTLINE_DATA: join(folder, 'file') } : {}),
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(2)
  expect(stderr()).toContain(sentence)
  expect(stderr().trimEnd().split('\n')).toHaveLength(1)
  taken.close()
})
