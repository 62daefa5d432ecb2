import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const built = join(dirname(dirname(import.meta.dirname)), 'dist')
const SHELL = 'kiosk.html'
const HASHED_NAME = /^(.*-)([\w-]{8})(\.\w+)$/
const TEXTS = /\.(js|css|html|webmanifest)$/

/** The page around the screens of viewing stations, as built. */
export function builtShell(): string {
  return readFileSync(join(built, SHELL), 'utf8')
}

/**
 * Deployments of the built app into one folder. Each is a release of its own: every hashed file has another name, as if its source had
 * changed, and everything that names files names those. (Real builds of changed sources differ in nothing else.)
 */
export class Deployments {
  readonly #root = mkdtempSync(join(tmpdir(), 'sightline-deployed-'))
  /** What the service serves. */
  readonly folder = join(this.#root, 'dist')
  #count = 0

  constructor() {
    this.next()
  }

  /** The number of the release that is there. */
  get current(): number {
    return this.#count
  }

  /**
   * Puts the next release in the place of the last, of which no file stays. Gives its number, which its files' names end with. `shell`: the page around the
   * screens of viewing stations that it comes with, the built one unless given.
   */
  next(shell?: string): number {
    this.#count += 1
    const [next, old] = [join(this.#root, 'next'), join(this.#root, 'old')]
    cpSync(built, next, { recursive: true, filter: (path) => !/\.(br|gz)(\.|$)/.test(path) })
    if (shell !== undefined) writeFileSync(join(next, SHELL), shell)
    this.#rename(next)
    if (existsSync(this.folder)) renameSync(this.folder, old)
    renameSync(next, this.folder)
    rmSync(old, { recursive: true, force: true, maxRetries: 10 })
    return this.#count
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }

  #rename(folder: string): void {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const mark = `-r${this.#count}`
    const renamed = new Map<string, string>()
    for (const { name, parentPath } of files) {
      const [, stem, hash = '', ending] = HASHED_NAME.exec(name) ?? []
      if (stem === undefined || parentPath === folder) continue
      renamed.set(name, `${stem}${hash.slice(0, -mark.length)}${mark}${ending}`)
    }
    const names = new RegExp([...renamed.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
    for (const { name, parentPath } of files) {
      const path = join(parentPath, name)
      if (TEXTS.test(name)) {
        const text = readFileSync(path, 'utf8').replaceAll(names, (found) => renamed.get(found) ?? found)
        // The page is another one in each release: its revision in the list of the service worker is too.
        writeFileSync(path, name === 'sw.js' ? text.replaceAll(/"?revision"?:"([\da-f]{32})"/g, `revision:"$1${mark}"`) : text)
      }
      renameSync(path, join(parentPath, renamed.get(name) ?? name))
    }
  }
}
