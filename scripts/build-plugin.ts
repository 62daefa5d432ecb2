import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'
import { nodeFor, type Target, targets } from './plugin-nodes.ts'
import { root } from './root.ts'
import { signMachO } from './sign-mach-o.ts'

/** What macOS calls the program. */
const IDENTIFIER = 'sightline-plugin'
const HERE = `${process.platform}-${process.arch}`

/** Puts all code of the local plugin and of what it uses into one file for Node, `plugin.cjs`. */
export async function bundlePlugin(folder: string): Promise<string> {
  const file = join(folder, 'plugin.cjs')
  await build({
    input: join(root, 'plugin', 'main.ts'),
    platform: 'node',
    // Faster sockets where they are installed; ws does without.
    external: ['bufferutil', 'utf-8-validate'],
    logLevel: 'warn',
    output: { file, format: 'cjs', codeSplitting: false, minify: true },
  })
  return file
}

/** Packs the local plugin into a program of one file for each of these targets. Answers with the files. */
async function buildPlugin(outFolder: string, wanted: Target[]): Promise<string[]> {
  const here = targets.find((target) => target === HERE)
  if (here === undefined) throw new Error(`The plugin cannot be packed on ${HERE}; it can on ${targets.join(', ')}.`)
  const work = join(root, '.build', 'plugin')
  mkdirSync(work, { recursive: true })
  mkdirSync(outFolder, { recursive: true })
  const main = await bundlePlugin(work)
  return wanted.map((target) => pack(target, nodeFor(here), main, work, outFolder))
}

/** Without a snapshot and a code cache, what one platform's Node packs fits every other. */
function pack(target: Target, packer: string, main: string, work: string, outFolder: string): string {
  const config = join(work, `${target}.json`)
  const output = join(outFolder, `${IDENTIFIER}-${target}${target.startsWith('win32') ? '.exe' : ''}`)
  writeFileSync(
    config,
    JSON.stringify({
      main,
      executable: nodeFor(target),
      output,
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: false,
      // The person's NODE_OPTIONS are not for it.
      execArgvExtension: 'none',
    }),
  )
  execFileSync(packer, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  chmodSync(output, 0o755)
  if (target.startsWith('darwin')) signMachO(output, IDENTIFIER)
  return output
}

function asTarget(text: string): Target {
  const target = targets.find((one) => one === text)
  if (target === undefined) throw new Error(`"${text}" is none of ${targets.join(', ')}.`)
  return target
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', default: 'dist-plugin' } } })
  const programs = await buildPlugin(resolve(values.out), positionals.length > 0 ? positionals.map(asTarget) : targets)
  for (const program of programs) process.stdout.write(`${program}\n`)
}
