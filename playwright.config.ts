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
const thatSay = (words: RegExp) => files.filter(({ text }) => words.test(text)).map(({ pattern }) => pattern)
/** The files whose cameras have a past, which comes in a quarter of a minute to each worker that takes one of them. */
const recorded = thatSay(/from '\.\/support\/recorded\.ts'/)
/** Those whose service is lent from file to file. */
const house = thatSay(/from '\.\/support\/house\.ts'/)
/** Those that do with what every worker has. */
const usual = thatSay(/import \{[^}]*\btest\b[^}]*\} from '\.\/support\/(test|profile)\.ts'/)
/** A service takes as long to start as two tests: the short form starts one of a kind. */
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
    { ...still, name: 'recorded', testMatch: recorded, workers: 1 },
    { ...still, name: 'house', testMatch: house, ...byOne },
    { ...still, name: 'apart', testIgnore: [...recorded, ...house, ...usual] },
    // Last, since they are short: both workers end at the same time.
    { ...still, name: 'together', testMatch: usual },
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
