import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { ensurePostgres } from './postgres.ts'
import { root } from './root.ts'

/**
 * Everything that must hold before a change lands: types, lint, unit, service and browser tests, the size of the first page.
 * Ends with a line "N passed, N failed", and with exit code 1 when anything failed or nothing ran.
 */
interface Tally {
  passed: number
  failed: number
  skipped: number
}
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
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }
}

/** A runner whose own report is counted. A run that failed without one failing test (it crashed) counts as one failure. */
function counted(title: string, args: string[], report: string, read: (json: never) => Tally, env: Record<string, string> = {}): Tally {
  const path = join(reports, report)
  rmSync(path, { force: true })
  const isGood = run(title, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path })
  const tally = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8')) as never) : { passed: 0, failed: 0, skipped: 0 }
  return { ...tally, failed: tally.failed + (tally.failed === 0 && (!isGood || tally.passed === 0) ? 1 : 0) }
}

function readVitest(json: { numPassedTests: number; numFailedTests: number; numPendingTests: number }): Tally {
  return { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }
}

function readPlaywright(json: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }): Tally {
  // A flaky test is a failed test: it hides a fault of ours.
  return { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky, skipped: json.stats.skipped }
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

function runAll(): Tally[] {
  mkdirSync(reports, { recursive: true })
  if (process.argv.includes('--postgres')) return runOnPostgres()
  ensureChromium()
  buildIfChanged()
  return [
    check('types', ['node_modules/typescript/bin/tsc', '-b']),
    check('lint', ['scripts/lint.ts']),
    counted('unit tests', vitest('unit'), 'unit.json', readVitest),
    ...runOfService(),
    ...runOnPostgres(),
    check('size of the first pages', ['tests/bench/size.ts']),
    counted('browser tests', playwright('together', 2), 'browser.json', readPlaywright),
    counted('browser tests that want the machine to themselves', playwright('alone', 1), 'browser-alone.json', readPlaywright),
  ]
}

function runAllOrFail(): Tally[] {
  try {
    return runAll()
  } catch (error) {
    // Without a browser or a built app there is nothing to test; the last line tells that too.
    console.error((error as Error).message)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
}

const tallies = runAllOrFail()
function sum(key: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[key], 0)
}
if (sum('skipped') > 0) console.log(`\n${sum('skipped')} skipped`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0) process.exitCode = 1
