import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface WrittenDependency {
  name: string
  /** By which name the registry knows it. */
  source: string
  /** Whether the page says that it is old, and why it stays. */
  isOld: boolean
}

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
const versions = { ...manifest.dependencies, ...manifest.devDependencies }

/** The packages that the project asks for. */
export const askedFor = Object.keys(versions)

/** The packages that a page tells of: the rows of its tables, of which the first cell is a name and the last says what would replace it. */
export function writtenDependencies(page: string): WrittenDependency[] {
  const rows = page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    return cells.length === 7 && cells[1] !== 'package' && !/^-+$/.test(cells[1] ?? '') ? [cells] : []
  })
  return rows.map(([, name = '', , , , replacement = '']) => {
    const [, alias] = /^npm:(.+)@/.exec(versions[name] ?? '') ?? []
    return { name, source: alias ?? name, isOld: replacement.startsWith('Old') }
  })
}
