import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { withoutSharedWorkerFlags } from '#tests/e2e/support/without-shared-worker.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { isDeep } from '#tests/support/depth.ts'

const chromium = chromiumLaunch()
const files = globSync(join(import.meta.dirname, 'tests/e2e/*.spec.ts')).map((file) => ({
  pattern: `**/${basename(file)}`,
  text: readFileSync(file, 'utf8'),
}))
const thatSay = (words: RegExp, noneOf?: RegExp) =>
  files.filter(({ text }) => words.test(text) && noneOf?.test(text) !== true).map(({ pattern }) => pattern)
/** The files by the kind of house that their tests live in. */
const kinds = {
  /** Whose cameras have a past, which comes in a quarter of a minute to each worker that takes one of them. */
  recorded: thatSay(/from '\.\/support\/recorded\.ts'/),
  /** Whose service is lent from file to file. */
  house: thatSay(/from '\.\/support\/house\.ts'/),
  /** Whose service has seen a month, which is made in some seconds. */
  month: thatSay(/from '\.\/support\/month\.ts'/),
  /** Whose network is cut, in front of a service without a plugin. */
  net: thatSay(/from '\.\/support\/net\.ts'/),
  /** Those that do with what every worker has. */
  usual: thatSay(/import \{[^}]*\btest\b[^}]*\} from '\.\/support\/(test|profile)\.ts'/, /Stack\.start\(|scope: 'worker'/),
}
for (const { pattern, text } of files) {
  const fitting = Object.entries(kinds).filter(([, those]) => those.includes(pattern))
  if (fitting.length > 1) throw new Error(`${pattern} would run twice: it is of the kinds ${fitting.map(([kind]) => kind).join(' and ')}.`)
  // The short form has no place for them.
  const isForAll = text.replaceAll(/\['@alone', '@deep'\]|deep\(\['@alone'\], \[\]\)/g, '').includes('@alone')
  if (isForAll)
    throw new Error(`${pattern} has a test that npm test would leave out: what is @alone is @deep too, or deep(['@alone'], []).`)
}
/** A service takes as long to start as two tests: the short form starts one of each kind that has this. */
const byOne = isDeep ? {} : { workers: 1 }
// What moves costs an eighth of the time of all these. The others run with everything that moves.
const still = { grepInvert: isDeep ? /@alone/ : /@alone|@deep/, use: { contextOptions: { reducedMotion: 'reduce' } } } as const

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: 'tests/e2e/support/before-all.ts',
  // Node runs our TypeScript as it is: to have all of it compiled first takes a fifth of a minute on a machine that has not done so before.
  build: { external: ['**/*.ts'] },
  // Two cores: tests share them with the service, the agents and what decodes. The whole run gives a second worker to what can bear it.
  workers: 1,
  // What is marked `@deep` is for `npm run test:deep`: of each capability `npm test` has what people would notice first (README, "Tests").
  projects: [
    // First, and by one worker: while it waits, there are other tests for the second one.
    { ...still, name: 'recorded', testMatch: kinds.recorded, workers: 1 },
    { ...still, name: 'house', testMatch: kinds.house, ...byOne },
    { ...still, name: 'month', testMatch: kinds.month, ...byOne },
    { ...still, name: 'net', testMatch: kinds.net, ...byOne },
    // With houses of their own, or none.
    { ...still, name: 'apart', testIgnore: Object.values(kinds).flat() },
    // Last, since they are short: both workers end at the same time.
    { ...still, name: 'together', testMatch: kinds.usual },
    // Tests that keep both processors busy by themselves, or judge times: they run with nothing beside them.
    { name: 'alone', grep: /@alone/, ...(isDeep ? {} : { grepInvert: /@deep/ }) },
  ],
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: { ...chromium, args: [...chromium.args, ...withoutSharedWorkerFlags] },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
