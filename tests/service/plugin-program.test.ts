import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PLUGIN_VERSION } from '#plugin/version.ts'
import { isDeep } from '#tests/support/depth.ts'
import { checkMachO } from '#tests/support/mach-o-signature.ts'
import { PluginPage } from '#tests/support/plugin-page.ts'
import { freePort } from '#tests/support/stack.ts'
import { bundlePlugin } from '../../scripts/build-plugin.ts'
import { nodeFor } from '../../scripts/plugin-nodes.ts'

/** Packing compresses a whole Node, which takes long on a machine that has other things to do. */
const PACK_MS = 300_000
const HERE = `${process.platform}-${process.arch}`
const ORIGIN = 'https://video.example.org'
const root = join(import.meta.dirname, '../..')

let folder: string
/** The packed programs; the short form has none. */
let program: string
/** Starts the plugin: the program, or in the short form this Node with the one file. */
let command: string[]
let forMac: string
let forWindows: string
const children: ChildProcess[] = []

/** Each program takes some ten seconds, and has a Node of its own to be fetched: the short form has the one file, and this Node. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-program-'))
  if (!isDeep) {
    command = [process.execPath, await bundlePlugin(folder)]
    return
  }
  const build = join(root, 'scripts', 'build-plugin.ts')
  const targets = [HERE, 'darwin-arm64', 'win32-x64']
  const said = execFileSync(process.execPath, [build, '--out', folder, ...targets], { encoding: 'utf8' })
  ;[program = '', forMac = '', forWindows = ''] = said.trim().split('\n')
  command = [program]
}, PACK_MS)
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Nothing of the project, of npm or (but for the short form's own) of Node is around it. */
const env = () => ({ HOME: join(folder, 'home'), PATH: '' })

test('the plugin packed into one file runs on its own, serves the origin that it is given, and tells its version', async () => {
  const port = await freePort()
  const [file = '', ...args] = command
  const child = spawn(file, [...args, '--origin', ORIGIN, '--port', String(port)], { cwd: tmpdir(), env: env(), stdio: 'ignore' })
  children.push(child)
  let page: PluginPage | undefined
  await expect
    .poll(async () => {
      page = await PluginPage.open(port, ORIGIN).catch(() => undefined)
      return page
    })
    .toBeDefined()
  expect(await page?.run('getOCXVersion', {})).toEqual({ pluginVersion: PLUGIN_VERSION })
  await expect(PluginPage.open(port, 'https://other.example.org')).rejects.toThrow('403')
  page?.close()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.runIf(process.platform === 'linux')(
  'it starts at login with its options when it is told to, and no longer when it is told not to @deep',
  async () => {
    const port = await freePort()
    const options = ['--origin', ORIGIN, '--port', String(port)]
    const entry = join(folder, 'home', '.config', 'autostart', 'sightline-plugin.desktop')
    const child = spawn(program, [...options, '--start-at-login'], { env: env(), stdio: 'ignore' })
    children.push(child)
    // The file is there a moment before what is in it.
    await expect
      .poll(() => existsSync(entry) && readFileSync(entry, 'utf8'))
      .toContain(`Exec="${program}" "--origin" "${ORIGIN}" "--port" "${port}"\n`)
    expect(execFileSync(program, ['--version'], { encoding: 'utf8', env: env() })).toBe(`${PLUGIN_VERSION}\n`)
    execFileSync(program, ['--no-start-at-login'], { env: env() })
    expect(existsSync(entry)).toBe(false)
  },
)

test('the programs for Windows and macOS hold the plugin, and say for which system they are @deep', () => {
  for (const [file, magic] of [
    [forWindows, Buffer.from('MZ')],
    [forMac, Buffer.from('cffaedfe0c000001', 'hex')],
  ] as const) {
    const packed = readFileSync(file)
    expect(packed.subarray(0, magic.length)).toEqual(magic)
    expect(packed.includes(`"${PLUGIN_VERSION}"`) || packed.includes(`\`${PLUGIN_VERSION}\``)).toBe(true)
  }
})

test('a Mac finds the program as it was signed, as it finds the Node in it, and finds out who changed a byte @deep', () => {
  const packed = readFileSync(forMac)
  const { identifier, pages, wrong, isLast } = checkMachO(packed)
  expect({ identifier, wrong, isLast }).toEqual({ identifier: 'sightline-plugin', wrong: [], isLast: true })
  expect(pages * 4096).toBeGreaterThan(packed.length * 0.98)
  // Signed by Apple's own tool: the check is the right one.
  expect(checkMachO(readFileSync(nodeFor('darwin-arm64'))).wrong).toEqual([])
  packed.writeUInt8(packed.readUInt8(5_000_000) ^ 1, 5_000_000)
  expect(checkMachO(packed).wrong).toEqual([Math.floor(5_000_000 / 4096)])
})
