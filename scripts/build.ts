import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

const sources = [
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
  '{share,kiosk}.html',
  'scripts/{inline-start,preload-start,catalog-parts,chunks,share-page,kiosk-page,verifier-page}.ts',
  '{src,workers,sw,shared,contract,public,locales}/**/*',
]
const stamp = join(root, '.build', 'dist-hash')

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    const path = join(root, file)
    if (!statSync(path).isFile()) continue
    hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Builds the browser's part into `dist/` when its sources have changed since it was last built. Throws when the build fails. */
export function buildIfChanged(): void {
  const hash = hashOfSources()
  if (existsSync(join(root, 'dist', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.error('Building the app …')
  const vite = spawnSync(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (vite.status !== 0) throw new Error(`The app could not be built:\n${vite.stdout}${vite.stderr}`)
  mkdirSync(join(root, '.build'), { recursive: true })
  // The build writes the route tree, which is one of its own sources: hash what stands there now.
  writeFileSync(stamp, hashOfSources())
}

if (import.meta.main) buildIfChanged()
