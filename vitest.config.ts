import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/support/find-postgres.ts'

/** A machine at work on other things as well is slow, and not wrong. */
const service = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }
const onPostgres = 'tests/service/postgres*.test.ts'
/** What has a database of its own kind, or hardly any to do with one. */
const beyondDatabases = [
  'bridge',
  'database',
  'dev',
  'garbage',
  'launch',
  'object-store',
  'plugin*',
  'relay*',
  'rtsp*',
  'simulator*',
  'start',
  'static',
]

export default defineConfig({
  test: {
    projects: [
      // With the macros of the messages, so that tests may import what speaks to people.
      { plugins: [babel({ presets: [linguiTransformerBabelPreset()] })], test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { ...service, name: 'service', include: ['tests/service/**/*.test.ts'], exclude: [onPostgres] } },
      // The same tests on the other database, where there is one.
      ...(findPostgres() === undefined
        ? []
        : [
            {
              test: {
                ...service,
                name: 'service-postgres',
                include: ['tests/service/**/*.test.ts'],
                exclude: beyondDatabases.map((name) => `tests/service/${name}.test.ts`),
                env: { TEST_DATABASE: 'postgres' },
                globalSetup: ['tests/support/postgres-setup.ts'],
              },
            },
          ]),
    ],
  },
})
