import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { takeMemoryFolder } from './memory-folder.ts'
import { ensurePostgres } from './postgres.ts'
import { readPlaywright, readVitest, type Tally } from './reports.ts'
import { root } from './root.ts'

const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
const reports = join(root, '.build', 'reports')

function run(title: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n── ${title}`)
  const startMs = Date.now()
  const [entry, ...rest] = args
  const isGood =
    spawnSync(process.execPath, [join(root, entry as string), ...rest], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    }).status === 0
  console.log(`── ${title}: ${isGood ? 'good' : 'FAILED'} (${((Date.now() - startMs) / 1000).toFixed(0)} s)`)
  return isGood
}

/** A check that counts as one. */
function check(title: string, args: string[]): Tally {
  const isGood = run(title, args)
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, failures: isGood ? [] : [title] }
}

/** A runner whose own report is counted. A run that failed without one failing test (it crashed) counts as one failure. */
function counted(title: string, args: string[], report: string, read: (json: never) => Tally, env: Record<string, string> = {}): Tally {
  const path = join(reports, report)
  rmSync(path, { force: true })
  const isGood = run(title, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path })
  const tally = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8')) as never) : nothing
  if (tally.failed > 0 || (isGood && tally.passed > 0)) return tally
  const why = tally.passed === 0 ? 'no test ran' : 'the run failed though each test passed: an error outside of the tests?'
  return { ...tally, failed: 1, failures: [`${title}: ${why}`] }
}

function vitest(project: string): string[] {
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ]
}

function playwright(project: string, workers: number): string[] {
  return [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--project=${project}`,
    `--workers=${workers}`,
    '--reporter=list,json',
    `--output=test-results/${project}`,
  ]
}

/** The service's tests, and whether they leave out a call. */
function runOfService(): Tally[] {
  const answered = join(reports, 'answered-calls')
  rmSync(answered, { recursive: true, force: true })
  const env = { ANSWERED_CALLS: answered }
  return [
    counted('service tests', vitest('service'), 'service.json', readVitest, env),
    check('every call is answered in a test', ['scripts/answered.ts', answered]),
  ]
}

/** The service's tests again, on a PostgreSQL server; alone by `npm run test:postgres`. */
function runOnPostgres(): Tally[] {
  if (!ensurePostgres()) return []
  return [counted('service tests on PostgreSQL', vitest('service-postgres'), 'service-postgres.json', readVitest)]
}

function runInBrowser(env: Record<string, string> = {}): Tally[] {
  return [
    counted('browser tests', playwright('together', 2), 'browser.json', readPlaywright, env),
    counted('browser tests that want the machine to themselves', playwright('alone', 1), 'browser-alone.json', readPlaywright, env),
  ]
}

/**
 * Runs everything that must hold before a change lands: types, lint, unit, service and browser tests, the size of the first page.
 * The run ends with the names of what failed, a line "N passed, N failed", and with exit code 1 when anything failed or nothing ran.
 */
function runAll(): Tally[] {
  mkdirSync(reports, { recursive: true })
  takeMemoryFolder()
  // The service and the devices are started a hundred times: each would read, and strip of its types, the same code anew.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.build', 'compile-cache')
  if (process.argv.includes('--postgres')) return runOnPostgres()
  ensureChromium()
  buildIfChanged()
  if (process.argv.includes('--without-shared-worker')) return runInBrowser({ WITHOUT_SHARED_WORKER: '1' })
  return [
    // Each further checker of a project works out for itself what the libraries' types are.
    check('types', ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1']),
    check('lint', ['scripts/lint.ts']),
    counted('unit tests', vitest('unit'), 'unit.json', readVitest),
    ...runOfService(),
    ...runOnPostgres(),
    check('size of the first pages', ['tests/bench/size.ts']),
    ...runInBrowser(),
  ]
}

function runAllOrFail(): Tally[] {
  try {
    return runAll()
  } catch (error) {
    // Without a browser or a built app there is nothing to test; the last line tells that too.
    return [{ passed: 0, failed: 1, skipped: 0, failures: [(error as Error).message] }]
  }
}

const tallies = runAllOrFail()
function sum(key: 'passed' | 'failed' | 'skipped'): number {
  return tallies.reduce((total, tally) => total + tally[key], 0)
}
const failures = tallies.flatMap((tally) => tally.failures)
if (failures.length > 0) console.log(`\n── What failed\n${failures.join('\n')}`)
if (sum('skipped') > 0) console.log(`\n${sum('skipped')} skipped`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0) process.exitCode = 1
