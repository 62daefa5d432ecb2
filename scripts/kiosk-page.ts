import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { root } from './root.ts'

const SCRIPT = '<script type="module" src="/src/kiosk-shell.ts"></script>'
const MARK_LENGTH = 12
/** The start address of viewing stations, below the base path. */
const KIOSK = /^\/user\/kiosk(?=\?|$)/

/**
 * Makes `kiosk.html`, the page that viewing stations open: one small file that loads nothing but the page of the screen. The service worker keeps it
 * with the app. Its mark, a hash of what is in it, stands in it and in the app, so that the page of a screen knows whether the shell around it is the one
 * that it came with.
 */
export function kioskPage(): Plugin {
  let page: { html: string; mark: string } | undefined
  return {
    name: 'kiosk-page',
    async config(_config, { command }) {
      if (command === 'build') page ??= await kioskHtml()
      return { define: { 'import.meta.env.VITE_SHELL': JSON.stringify(page?.mark) ?? 'undefined' } }
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(KIOSK, '/user/kiosk.html')
        next()
      })
    },
    generateBundle() {
      if (page !== undefined) this.emitFile({ type: 'asset', fileName: 'kiosk.html', source: page.html })
    },
  }
}

async function kioskHtml(): Promise<{ html: string; mark: string }> {
  const bundle = await rolldown({
    input: join(root, 'src', 'kiosk-shell.ts'),
    tsconfig: false,
    transform: { define: { 'import.meta.env.BASE_URL': JSON.stringify('/user/') } },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  const html = await readFile(join(root, 'kiosk.html'), 'utf8')
  if (!html.includes(SCRIPT)) throw new Error('The page of viewing stations has no place for its script.')
  const whole = html.replace(SCRIPT, () => `<script>${output[0].code.trim().replaceAll('</', '<\\/')}</script>`)
  const mark = createHash('sha256').update(whole).digest('base64url').slice(0, MARK_LENGTH)
  return { html: whole.replace('<html', `<html data-shell="${mark}"`), mark }
}
