import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inject } from 'postject'
import { build } from 'rolldown'
import { root } from './root.ts'

/** Marks the place in Node's binary that says whether a program is inside. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const HERE = `${process.platform}-${process.arch}`
const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64']

/**
 * Packs the local plugin into a program of one file for this platform, and for each other of which the folder PLUGIN_NODES has a Node of the very
 * same version, as `darwin-arm64/node` or `win32-x64/node.exe`. Answers with the files, in `dist-plugin/` unless another folder is named.
 */
async function buildPlugin(outFolder = join(root, 'dist-plugin'), nodesFolder = process.env['PLUGIN_NODES']): Promise<string[]> {
  const work = join(root, '.build', 'plugin')
  mkdirSync(work, { recursive: true })
  mkdirSync(outFolder, { recursive: true })
  const blob = await prepareBlob(work)
  const programs: string[] = []
  for (const target of TARGETS) {
    const node = target === HERE ? process.execPath : nodeFor(target, nodesFolder)
    if (node !== undefined) programs.push(await pack(target, node, blob, outFolder))
  }
  return programs
}

/** The plugin's code in one file, as Node wants it inside a program: without snapshot and code cache it fits every platform. */
async function prepareBlob(work: string): Promise<Buffer> {
  const main = join(work, 'plugin.cjs')
  await build({
    input: join(root, 'plugin', 'main.ts'),
    platform: 'node',
    // Faster sockets where they are installed; ws does without.
    external: ['bufferutil', 'utf-8-validate'],
    logLevel: 'warn',
    output: { file: main, format: 'cjs', codeSplitting: false, minify: true },
  })
  const [config, output] = [join(work, 'sea.json'), join(work, 'plugin.blob')]
  writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true, useSnapshot: false, useCodeCache: false }))
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  return readFileSync(output)
}

function nodeFor(target: string, nodesFolder: string | undefined): string | undefined {
  if (nodesFolder === undefined || nodesFolder === '') return undefined
  const file = resolve(nodesFolder, target, target.startsWith('win32') ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}

async function pack(target: string, node: string, blob: Buffer, outFolder: string): Promise<string> {
  const isMac = target.startsWith('darwin')
  const program = join(outFolder, `sightline-plugin-${target}${target.startsWith('win32') ? '.exe' : ''}`)
  copyFileSync(node, program)
  chmodSync(program, 0o755)
  // macOS runs nothing whose signature does not fit; it is signed anew below.
  if (isMac && process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', program])
  await inject(program, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE, ...(isMac ? { machoSegmentName: 'NODE_SEA' } : {}) })
  if (isMac && process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', program])
  return program
}

if (import.meta.main) {
  const programs = await buildPlugin(process.argv[2])
  for (const program of programs) process.stdout.write(`${program}\n`)
}
