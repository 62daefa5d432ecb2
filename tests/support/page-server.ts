import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize, relative, sep } from 'node:path'
import type { PluginOption } from 'vite'
import { madeOnce } from './made-once.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** What components of the app need to be built, and their texts. */
async function withComponents(): Promise<PluginOption[]> {
  const { default: babel } = await import('@rolldown/plugin-babel')
  const { linguiTransformerBabelPreset } = await import('@lingui/vite-plugin')
  const { default: react } = await import('@vitejs/plugin-react')
  const { catalogParts } = await import('../../scripts/catalog-parts.ts')
  return [react(), babel({ presets: [linguiTransformerBabelPreset()] }), catalogParts()]
}

interface PageOptions {
  /** There is React in it. */
  hasComponents?: boolean
}

/** Names the folder of the pages that are built once for all processes of a run, when there is one. */
const PAGES_VARIABLE = 'TEST_PAGES'
const tests = join(import.meta.dirname, '..')

/** Builds a page of a test or benchmark, with parts of the app in it, to be served under /user/. `folder` holds its index.html. */
export async function buildPage(folder: string, outDir: string, { hasComponents = false }: PageOptions = {}): Promise<void> {
  // Whoever lists all tests reads this file too: what builds takes longer to be read than all of them.
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    base: '/user/',
    plugins: hasComponents ? await withComponents() : [],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  })
}

/** Has each page built once, by whoever is first to serve it, in this process and those that it starts from now on. The answer takes them away. */
export function sharePages(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-pages-'))
  process.env[PAGES_VARIABLE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The files of a page, and how to take them away. */
async function builtPage(folder: string, options: PageOptions): Promise<{ outDir: string; remove(): void }> {
  const shared = process.env[PAGES_VARIABLE]
  if (shared === undefined) {
    const outDir = mkdtempSync(join(tmpdir(), 'sightline-page-'))
    await buildPage(folder, outDir, options)
    return { outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) }
  }
  const page = relative(tests, folder).replaceAll(sep, '-')
  const outDir = join(shared, options.hasComponents === true ? `${page}+components` : page)
  await madeOnce(outDir, (making) => buildPage(folder, making, options))
  return { outDir, remove: () => {} }
}

/**
 * Builds a page of a test or benchmark, with parts of the app in it, and serves it on this port (0: a free one) under /user/.
 * `folder` holds its index.html; `hasComponents`: there is React in it.
 */
export async function servePage(folder: string, port: number, options: PageOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { outDir, remove } = await builtPage(folder, options)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(outDir, normalize(pathname.replace(/^\/user\//, '/') || '/'))
    readFile(path.endsWith('/') ? join(path, 'index.html') : path).then(
      (bytes) => response.setHeader('content-type', types[extname(path)] ?? 'text/html').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/user/`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      remove()
    },
  }
}
