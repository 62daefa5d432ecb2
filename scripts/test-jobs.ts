import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './job-process.ts'
import { readPlaywright, readVitest, type Tally } from './reports.ts'
import { root } from './root.ts'
import type { Job } from './scheduler.ts'

/** Where jobs leave their reports, and what they say while they run. */
export const reports = join(root, '.build', 'reports')
const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

interface Plan extends Omit<Job, 'run'> {
  env?: Record<string, string>
  /** It gets the time that nothing else wants of the processors. */
  isPatient?: boolean
}

function fileFor(name: string, ending: string): string {
  return join(reports, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.${ending}`)
}

/** A check that counts as one. */
export function check(plan: Plan, args: string[]): Job {
  const { name, env = {}, isPatient = false } = plan
  const run: Job['run'] = async (ending) => {
    const { isGood, ...done } = await runNode(args, fileFor(name, 'log'), env, ending, { isPatient })
    return { ...done, tally: isGood ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, failures: [name] } }
  }
  return { ...plan, run }
}

/** A runner whose own report is counted. A run that failed without one failing test (it crashed) counts as one failure. */
function counted(plan: Plan, args: string[], report: string, read: (json: never) => Tally): Job {
  const { name, env = {} } = plan
  const run: Job['run'] = async (ending) => {
    rmSync(report, { force: true })
    const { isGood, ...done } = await runNode(args, fileFor(name, 'log'), { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, ending)
    const tally = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8')) as never) : nothing
    if (tally.failed > 0 || (isGood && tally.passed > 0)) return { ...done, tally }
    const why = tally.passed === 0 ? 'no test ran' : 'the run failed though each test passed: an error outside of the tests?'
    return { ...done, tally: { ...tally, failed: 1, failures: [`${name}: ${why}`] } }
  }
  return { ...plan, run }
}

/** The tests of one of Vitest's projects. */
export function vitest(plan: Plan, project: string): Job {
  const report = fileFor(plan.name, 'json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return counted(plan, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters], report, readVitest)
}

/** The tests of these projects of Playwright's, with that many browsers at a time. */
export function playwright(plan: Plan, projects: readonly string[], workers: number): Job {
  const report = fileFor(plan.name, 'json')
  // A run deletes what is left in its folder of an earlier one.
  const output = `--output=test-results/${plan.name.replaceAll(/[^a-z0-9]+/gi, '-')}`
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    ...projects.map((project) => `--project=${project}`),
    `--workers=${workers}`,
    '--reporter=list,json',
    output,
  ]
  return counted(plan, args, report, readPlaywright)
}
