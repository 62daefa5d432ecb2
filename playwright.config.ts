import { defineConfig } from '@playwright/test'
import { withoutSharedWorkerFlags } from '#tests/e2e/support/without-shared-worker.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { isDeep } from '#tests/support/depth.ts'

const chromium = chromiumLaunch()

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
    // What moves costs an eighth of the time of all these. The others run with everything that moves.
    { name: 'together', grepInvert: isDeep ? /@alone/ : /@alone|@deep/, use: { contextOptions: { reducedMotion: 'reduce' } } },
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
