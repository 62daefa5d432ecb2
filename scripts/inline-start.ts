import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { root } from './root.ts'

const AFTER = '<title>Sightline</title>'

/** Writes `src/inline.ts` into the page, ahead of everything that the page loads. */
export function inlineStart(): Plugin {
  let base = '/'
  return {
    name: 'inline-start',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: async (html) => {
      const bundle = await rolldown({
        input: join(root, 'src', 'inline.ts'),
        transform: { define: { 'import.meta.env.BASE_URL': JSON.stringify(base) } },
      })
      const { output } = await bundle.generate({ format: 'iife', minify: true })
      await bundle.close()
      return html.replace(AFTER, () => `${AFTER}\n    <script>${output[0].code.trim()}</script>`)
    },
  }
}
