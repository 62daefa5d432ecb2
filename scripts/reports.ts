import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './root.ts'

/** What came of a run. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** What failed: the title of a check, or a test's file and name with the first lines of its error. */
  failures: string[]
}

const ERROR_LINES = 12
const PAGE_LINES = 60

function failure(file: string, name: string, error: string, page: string[] = []): string {
  const lines = [...error.split('\n').slice(0, ERROR_LINES), ...page]
  return [`${relative(root, file)}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Reads the JSON report of Vitest. A file that could not be read or set up counts as one failure. */
export function readVitest(report: VitestReport): Tally {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [failure(name, 'the file itself', message)]
    return failed.map((test) => failure(name, test.fullName, test.failureMessages.join('\n')))
  })
  // What is for the long run is no test of this one.
  const isSkipped = ({ status, fullName }: { status: string; fullName: string }) =>
    status !== 'passed' && status !== 'failed' && !fullName.includes('@deep')
  const skipped = report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(isSkipped)).length
  return { passed: report.numPassedTests, failed: failures.length, skipped, failures }
}

interface PlaywrightResult {
  errors: { message?: string }[]
  attachments: { name: string; path?: string }[]
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string; results: PlaywrightResult[] }[] }[]
}
interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  config: { rootDir: string }
}

/** What the page showed when the test failed, as a screen reader is told it; nothing where that was not kept. */
function pageShown({ attachments }: PlaywrightResult): string[] {
  const { path = '' } = attachments.find(({ name }) => name === 'error-context') ?? {}
  if (!existsSync(path)) return []
  const [, snapshot = ''] = readFileSync(path, 'utf8').split('# Page snapshot\n')
  const [shown = ''] = snapshot
    .trim()
    .replace(/^```yaml\n/, '')
    .split('\n```')
  return shown.split('\n').slice(0, PAGE_LINES)
}

function failuresIn(suite: PlaywrightSuite, folder: string): string[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message = '' }) => message))
        return failure(`${folder}/${file}`, title, errors.join('\n'), results.flatMap(pageShown))
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, folder))]
}

/** Reads the JSON report of Playwright. A flaky test is a failed test: it hides a fault of ours. */
export function readPlaywright(report: PlaywrightReport): Tally {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped, failures: failuresIn(report, report.config.rootDir) }
}
