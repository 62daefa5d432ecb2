import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = dirname(dirname(import.meta.dirname))
const folders = ['contract', 'shared', 'src', 'workers', 'sw', 'server', 'device', 'plugin', 'scripts', 'tests']

/** `import … from`, `export … from` and `import '…'`, of types too. */
const statement = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'(?<path>[#.][^'?]*)/gm

/** What is loaded when it is wanted. */
const wanted = /\bimport\('(?<path>[#.][^'?]*)/g

/** Each of our files, and those that it imports: with `isWhole` what it loads when that is wanted, too. Paths from the project's folder. */
export function readImports(isWhole = false): Map<string, string[]> {
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
  return new Map(files.map((file) => [file, importsOf(file, isWhole).filter((path) => existsSync(join(root, path)))]))
}

function importsOf(file: string, isWhole: boolean): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(statement), ...(isWhole ? text.matchAll(wanted) : [])]
  const paths = found.map(({ groups }) => groups?.['path'] ?? '')
  return paths.map((path) => (path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path))))
}
