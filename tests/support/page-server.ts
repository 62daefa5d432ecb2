import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { build, type PluginOption } from 'vite'
import { catalogParts } from '../../scripts/catalog-parts.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** What components of the app need to be built, and their texts. */
const withComponents = (): PluginOption[] => [react(), babel({ presets: [linguiTransformerBabelPreset()] }), catalogParts()]

/** Builds a page of a test or benchmark, with parts of the app in it, to be served under /user/. `folder` holds its index.html. */
export async function buildPage(folder: string, outDir: string, { hasComponents = false } = {}): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    base: '/user/',
    plugins: hasComponents ? withComponents() : [],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  })
}

/**
 * Builds a page of a test or benchmark, with parts of the app in it, and serves it on this port (0: a free one) under /user/.
 * `folder` holds its index.html; `hasComponents`: there is React in it.
 */
export async function servePage(
  folder: string,
  port: number,
  options: { hasComponents?: boolean } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'sightline-page-'))
  await buildPage(folder, outDir, options)
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
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
