import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { root } from './root.ts'

const SCRIPT = '<script type="module" src="/src/kiosk-shell.ts"></script>'
/** The start address of viewing stations, below the base path. */
const KIOSK = /^\/user\/kiosk(?=\?|$)/

/**
 * Makes `kiosk.html`, the page that viewing stations open: one small file that loads nothing but the page of the screen. The service worker keeps it
 * with the app.
 */
export function kioskPage(): Plugin {
  return {
    name: 'kiosk-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(KIOSK, '/user/kiosk.html')
        next()
      })
    },
    async generateBundle() {
      if (this.environment.config.command === 'build') this.emitFile({ type: 'asset', fileName: 'kiosk.html', source: await kioskHtml() })
    },
  }
}

async function kioskHtml(): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'src', 'kiosk-shell.ts'),
    tsconfig: false,
    transform: { define: { 'import.meta.env.BASE_URL': JSON.stringify('/user/') } },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  const html = await readFile(join(root, 'kiosk.html'), 'utf8')
  if (!html.includes(SCRIPT)) throw new Error('The page of viewing stations has no place for its script.')
  return html.replace(SCRIPT, () => `<script>${output[0].code.trim().replaceAll('</', '<\\/')}</script>`)
}
