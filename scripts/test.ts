import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { goMemory } from './go-memory.ts'
import { takeMemoryFolder } from './memory-folder.ts'
import { hideFfmpeg } from './no-ffmpeg.ts'
import { ensurePostgres } from './postgres.ts'
import { root } from './root.ts'
import { type Job, type Result, schedule } from './scheduler.ts'
import { stageLine, stageTable } from './stage-table.ts'
import { check, playwright, reports, vitest } from './test-jobs.ts'

const options = new Set(process.argv.slice(2))
/** What is asked for by name has its long form. */
const isDeep = ['--deep', '--postgres', '--without-shared-worker'].some((option) => options.has(option))
/** Nothing takes longer on a machine that has hardly anything else to do. */
const CHECK_BOUND_MS = 5 * 60_000
/** A machine that is three times slower than the usual one is slow, and not wrong. */
const TESTS_BOUND_MS = (isDeep ? 120 : 45) * 60_000
/** When `npm test` was called; what was missing has been installed since. */
const calledMs = Number(process.env['BOOTSTRAP_STARTED_MS'] ?? Date.now())
const startedMs = Date.now()

/** What every job finds around it. */
function prepareSurroundings(): void {
  mkdirSync(reports, { recursive: true })
  takeMemoryFolder()
  hideFfmpeg(process.env)
  // The service and the devices are started a hundred times: each would read, and strip of its types, the same code anew.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.build', 'compile-cache')
  // Which form the tests have that have two (`tests/support/depth.ts`).
  if (isDeep) process.env['DEEP'] = '1'
}

const build = check({ name: 'build', processors: 1, boundMs: CHECK_BOUND_MS }, ['scripts/build.ts'])

/**
 * What nobody's clock runs on, and what waits for nothing: it goes on beside everything else, in the time that tests leave over while they wait for
 * what they have done. One after the other, since each holds the types of everything in memory.
 */
function patientChecks(): Job[] {
  const plan = { processors: 0, isPatient: true, boundMs: TESTS_BOUND_MS }
  return [
    // Each further checker of a project works out for itself what the libraries' types are.
    check({ ...plan, name: 'types', env: goMemory() }, ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1', '--builders', '1']),
    // Service tests keep both processors busy to their end; browser tests wait a fifth of their time, in which nothing else can be done.
    check({ ...plan, name: 'lint', after: ['types', 'service tests'] }, ['scripts/lint.ts']),
  ]
}

/** A folder, empty now, in which the tests of a run note things. */
function emptyFolder(name: string): string {
  const folder = join(reports, name)
  rmSync(folder, { recursive: true, force: true })
  return folder
}

/** The service's tests, and whether they leave out a call. */
function serviceTests(): Job[] {
  const env = { ANSWERED_CALLS: emptyFolder('answered-calls'), STATEMENTS: emptyFolder('statements') }
  const afterwards = { processors: 0.5, after: ['service tests'], boundMs: CHECK_BOUND_MS }
  return [
    vitest({ name: 'service tests', processors: 1, needs: ['build'], boundMs: TESTS_BOUND_MS, env }, 'service'),
    check({ ...afterwards, name: 'every call is answered in a test' }, ['scripts/answered.ts', env.ANSWERED_CALLS]),
    ...(ensurePostgres()
      ? [check({ ...afterwards, name: 'every statement runs on PostgreSQL' }, ['tests/support/statements/on-postgres.ts', env.STATEMENTS])]
      : []),
  ]
}

/** The service's tests again, on a PostgreSQL server; all of them alone by `npm run test:postgres`. */
function testsOnPostgres(): Job[] {
  if (!ensurePostgres()) return []
  return [vitest({ name: 'service tests on PostgreSQL', processors: 1, boundMs: TESTS_BOUND_MS }, 'service-postgres')]
}

/** Those of one kind; in the long form also those that judge times, which want the machine to themselves once the jobs of `after` are over. */
function browserTests(after: string[], suffix = '', env: Record<string, string> = {}): Job[] {
  const plan = { processors: Number.POSITIVE_INFINITY, needs: ['build'], boundMs: TESTS_BOUND_MS, env }
  return [
    // More than processors, since half of the time they wait: for a picture, for what settles, for what a device does.
    playwright({ ...plan, name: `browser tests${suffix}` }, ['recorded', 'house', 'month', 'net', 'apart', 'together'], 2),
    ...(isDeep ? [playwright({ ...plan, after, name: `browser tests that want the machine to themselves${suffix}` }, ['alone'], 1)] : []),
  ]
}

function withoutSharedWorker(after: string[] = []): Job[] {
  return browserTests(after, ' without SharedWorker', { WITHOUT_SHARED_WORKER: '1' })
}

/**
 * Everything that must hold before a change lands: types, lint, unit, service and browser tests, the size of the first page. `--deep` has the long
 * forms of all, and the browser tests once more; `--postgres` and `--without-shared-worker` are parts of that.
 */
function jobs(): Job[] {
  if (options.has('--postgres')) return testsOnPostgres()
  ensureChromium()
  if (options.has('--without-shared-worker')) return [build, ...withoutSharedWorker()]
  const size = check({ name: 'size of the first pages', processors: 0.5, needs: ['build'], boundMs: CHECK_BOUND_MS }, [
    'tests/bench/size.ts',
  ])
  const packages = check({ name: 'packages: kept, and without known holes', processors: 0.5, boundMs: CHECK_BOUND_MS }, [
    'scripts/dependencies.ts',
  ])
  const patient = patientChecks().map(({ name }) => name)
  // The longest first, beside which the others run.
  return [
    build,
    ...serviceTests(),
    vitest({ name: 'unit tests', processors: 1, boundMs: TESTS_BOUND_MS }, 'unit*'),
    ...testsOnPostgres(),
    ...patientChecks(),
    size,
    ...browserTests(patient),
    ...(isDeep ? [packages, ...withoutSharedWorker(patient)] : []),
  ]
}

/**
 * Runs the jobs. The run ends with the names of what failed, a table of the stages, the same as one line of JSON and a line "N passed, N failed",
 * and with exit code 1 when anything failed or nothing ran.
 */
async function runAll(): Promise<Result[]> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  prepareSurroundings()
  const processors = availableParallelism()
  return schedule(jobs(), {
    processors,
    stop: stop.signal,
    began: ({ name }) => console.log(`── ${name} …`),
    ended: ({ name, output, tally, tookS }) =>
      console.log(`\n${output}── ${name}: ${tally.failed === 0 ? 'good' : 'FAILED'} (${tookS.toFixed(0)} s)\n`),
  })
}

async function runAllOrFail(): Promise<Result[]> {
  try {
    return await runAll()
  } catch (error) {
    // Without a browser there is nothing to test; the last line tells that too.
    const tally = { passed: 0, failed: 1, skipped: 0, failures: [(error as Error).message] }
    return [{ name: 'the beginning', tally, output: '', tookS: 0 }]
  }
}

const results = await runAllOrFail()
const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, { tally }) => total + tally[key], 0)
const failures = results.flatMap(({ tally }) => tally.failures)
const installation = { name: 'installation', tookS: (startedMs - calledMs) / 1000 }
const whole = {
  name: 'all',
  tookS: (Date.now() - calledMs) / 1000,
  processorS: results.reduce((total, { processorS = 0 }) => total + processorS, 0),
}
if (failures.length > 0) console.log(`\n── What failed\n${failures.join('\n')}`)
if (sum('skipped') > 0) console.log(`\n${sum('skipped')} skipped`)
console.log(`\n${stageTable([installation, ...results], whole)}`)
console.log(`\n${stageLine(results, whole)}`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
