import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { root } from './root.ts'

const folder = join(root, 'src', 'verifier')
const SCRIPT = '<script src="main.ts"></script>'
const STYLE = '<link rel="stylesheet" href="verifier.css" />'

/**
 * Makes `verify.html`, which lies in bundles: one file that checks them wherever it is opened, without any network. Its own policy lets it load nothing
 * and run nothing but the script that is in it.
 */
export function verifierPage(): Plugin {
  return {
    name: 'verifier-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: await verifierHtml() })
    },
  }
}

async function verifierHtml(): Promise<string> {
  const bundle = await rolldown({
    input: join(folder, 'main.ts'),
    tsconfig: false,
    resolve: { alias: { '#shared': join(root, 'shared') } },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  // Nothing in the script may end the element that it stands in.
  const script = output[0].code.trim().replaceAll('</', '<\\/')
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  const [html, style] = await Promise.all(['verify.html', 'verifier.css'].map((name) => readFile(join(folder, name), 'utf8')))
  if (!html?.includes(SCRIPT) || !html.includes(STYLE))
    throw new Error('The page of the verifier has no place for its script or its style.')
  return html
    .replace(STYLE, () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <style>\n${style}</style>`)
    .replace(SCRIPT, () => `<script>${script}</script>`)
}
