import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      // With the macros of the messages, so that tests may import what speaks to people.
      { plugins: [babel({ presets: [linguiTransformerBabelPreset()] })], test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { name: 'service', include: ['tests/service/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
    ],
  },
})
