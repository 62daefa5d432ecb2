import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { goMemory } from './go-memory.ts'
import { root } from './root.ts'

/**
 * Lints the whole tree, the arrows between folders included, checks the formatting, and looks for what nobody uses. A linter
 * that looked at no file counts as failed: it has happened that one passed because it found nothing to read.
 */
const LEAST_FILES = 100

function run(tool: string, args: string[]): { isGood: boolean; output: string } {
  const done = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
    cwd: root,
    env: { ...process.env, ...goMemory() },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const output = `${done.stdout}${done.stderr}`
  process.stdout.write(output)
  return { isGood: done.status === 0, output }
}

const lint = run('oxlint', ['--type-aware', '--deny-warnings'])
const files = Number(/ on (\d+) files/.exec(lint.output)?.[1] ?? 0)
if (files < LEAST_FILES)
  console.error(`The linter looked at ${files} files, and there are more than ${LEAST_FILES}: its configuration is broken.`)
const format = run('biome', ['format', '.'])
const unused = run('knip', ['--no-progress'])
if (!lint.isGood || files < LEAST_FILES || !format.isGood || !unused.isGood) process.exitCode = 1
