import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { root } from './root.ts'

const AFTER = '<meta charset="utf-8" />'

/** Writes `src/recover.ts` into the page, ahead of everything that the page loads. */
export function inlineRecover(): Plugin {
  let base = '/'
  return {
    name: 'inline-recover',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: async (html) => {
      const bundle = await rolldown({
        input: join(root, 'src', 'recover.ts'),
        transform: { define: { 'import.meta.env.BASE_URL': JSON.stringify(base) } },
      })
      const { output } = await bundle.generate({ format: 'iife', minify: true })
      await bundle.close()
      return html.replace(AFTER, () => `${AFTER}\n    <script>${output[0].code.trim()}</script>`)
    },
  }
}
