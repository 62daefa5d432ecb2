import { defineConfig } from '@lingui/cli'
import { babelExtractor as babel } from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['en-US', 'zh-CN'],
  catalogs: [{ path: 'locales/{locale}', include: ['src'] }],
  extractors: [
    {
      match: babel.match,
      // What names nothing of Lingui's, which is half of the files, has no message: it need not be parsed.
      extract: (file, code, ...others) => (/lingui|i18n/i.test(code) ? babel.extract(file, code, ...others) : undefined),
    },
  ],
  // Ours shows names with markup whole.
  runtimeConfigModule: { Trans: ['#src/ui/text/trans.tsx', 'Trans'] },
  // Without line numbers, so that a catalog changes only when its messages do.
  format: formatter({ lineNumbers: false }),
})
