import { existsSync, globSync, readFileSync } from 'node:fs'
import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { isDeep } from './tests/support/depth.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { findPostgres } from './tests/support/find-postgres.ts'

/** A machine at work on other things as well is slow, and not wrong. */
const patience = { testTimeout: isDeep ? 300_000 : 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } }
/** What is made anew for each call and is garbage after it: with room for more of it, Node looks through it less often. */
const execArgv = ['--max-semi-space-size=32']
/** More workers than cores, since most of the time tests wait for answers. */
const service = {
  ...patience,
  execArgv,
  maxWorkers: 3,
  // Every test has a service of its own already: what files share is the code, which need not be read again for each.
  isolate: false,
  // Node reads our TypeScript as it is, in tests as in the product: to have each worker ask for it, changed, at another process takes a tenth of the time.
  experimental: { viteModuleRunner: false },
}
/** With the macros of the messages, so that tests may import what speaks to people. */
const unit = { plugins: [babel({ presets: [linguiTransformerBabelPreset()] })], test: { ...patience, execArgv, maxWorkers: 2 } }
/** What replaces modules, or the environment of the process, or loads modules that look at globals of its own making. Timers, globals, the environment and spies alone are put back (`put-back.ts`). */
const TOUCHES_ALL =
  /vi\.(mock|doMock)|vi\.stubGlobal[^]*await import\(|becomePage|fake-indexeddb|globalThis|process\.env(\.\w+|\[[^\]]+\]) = /
const OF_THE_PAGE = /'#((?:src\/(?:features|data)|workers\/media)\/[^']+)'/g
/** Most of what tests import of these are functions; some modules there keep a state, too. Only those that a test names itself are looked at, not what these import. */
const KEEPS_STATE = /from 'valtio|^(export )?let |^const \w+ = new (Map|Set)\b/m
const read = (file: string) => readFileSync(file, 'utf8')
const touching = globSync('tests/unit/**/*.test.ts').filter((file) => {
  const modules = [...read(file).matchAll(OF_THE_PAGE)].map(([, path = '']) => path)
  return TOUCHES_ALL.test(read(file)) || modules.some((path) => existsSync(path) && KEEPS_STATE.test(read(path)))
})
const onPostgres = 'tests/service/postgres*.test.ts'
/** What has a database of its own kind, or hardly any to do with one: cameras, video, files, and what a browser or provider does; what is said on sockets and in mails, and who may do what, whose queries others ask there too. */
const beyondDatabases = [
  'bridge*',
  'camera-stream',
  'core*',
  'database',
  'dev',
  'fuzz-sockets',
  'garbage',
  'launch',
  'mail-kinds',
  'object-store',
  'objects-in-s3',
  'onvif*',
  'payment-card',
  'payment-page',
  'plugin*',
  'proxy',
  'relay*',
  'rights',
  'rtsp*',
  'simulator*',
  'start',
  'static',
  'tab-playback',
  'wrong-input',
]
/**
 * Of the others, what asks PostgreSQL for more than other words: searches, sums and exports, what several write at once, what is undone, and much
 * at a time. The rest is for `npm run test:deep`, since its every kind of statement runs there anyway (`tests/support/statements/`).
 */
const cover = ['crash', 'devices', 'event-export', 'event-retention', 'events', 'op-logs', 'organization', 'payment-at-once', 'plates'].map(
  (name) => `tests/service/${name}.test.ts`,
)

/** Tests with `@deep` in their names are for `npm run test:deep`: `npm test` has what people would notice first. */
const names = isDeep ? {} : { testNamePattern: /^(?!.*@deep)/s }

export default defineConfig({
  test: {
    ...names,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...unit,
        // What files share is the code, as above: to read it anew for each took a third of the time of all tests.
        test: {
          ...unit.test,
          name: 'unit',
          isolate: false,
          include: ['tests/unit/**/*.test.ts'],
          exclude: touching,
          setupFiles: ['tests/support/put-back.ts'],
        },
      },
      { ...unit, test: { ...unit.test, name: 'unit-apart', include: touching } },
      {
        test: {
          ...service,
          name: 'service',
          include: ['tests/service/**/*.test.ts'],
          exclude: [onPostgres],
          setupFiles: ['tests/support/statements/note-statements.ts', 'tests/support/equal-priority.ts'],
        },
      },
      // The same tests on the other database, where there is one.
      ...(findPostgres() === undefined
        ? []
        : [
            {
              test: {
                ...service,
                name: 'service-postgres',
                include: isDeep ? ['tests/service/**/*.test.ts'] : [onPostgres, ...cover],
                exclude: beyondDatabases.map((name) => `tests/service/${name}.test.ts`),
                env: { TEST_DATABASE: 'postgres' },
                setupFiles: ['tests/support/equal-priority.ts'],
                globalSetup: ['tests/support/postgres-setup.ts'],
              },
            },
          ]),
    ],
  },
})
