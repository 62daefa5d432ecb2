import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['en-US', 'zh-CN'],
  catalogs: [{ path: 'locales/{locale}', include: ['src'] }],
  // Ours shows names with markup whole.
  runtimeConfigModule: { Trans: ['#src/ui/text/trans.tsx', 'Trans'] },
  // Without line numbers, so that a catalog changes only when its messages do.
  format: formatter({ lineNumbers: false }),
})
