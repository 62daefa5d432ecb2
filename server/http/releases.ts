import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The release that is served, and two before it. */
const RELEASES_KEPT = 3
/** Folders of files whose names carry a hash of what is in them. */
const FOLDERS = ['js', 'css', 'img']
/** Beside the page the service worker's script tells releases apart: builds write it last. */
const MARKS = ['index.html', 'sw.js']

/**
 * Keeps the hashed files of the last releases of the app, so that pages that were loaded before a deployment still find their
 * parts after it. Each release is copied while it is the served one, into a folder named after its order and its hash.
 */
export class Releases {
  readonly #dist: string
  readonly #folder: string
  #noted = ''
  #work: Promise<void> = Promise.resolve()

  /** `dist`: the built app as it is deployed. `folder`: where releases are kept. */
  constructor(dist: string, folder: string) {
    this.#dist = dist
    this.#folder = folder
  }

  /** Looks whether the app was deployed anew, and keeps the release if so. Gives true in that case. */
  async note(): Promise<boolean> {
    const marks = await Promise.all(MARKS.map((file) => stat(join(this.#dist, file)).catch(() => undefined)))
    const seen = marks.map((mark) => `${mark?.mtimeMs} ${mark?.size}`).join()
    if (marks[0] === undefined || seen === this.#noted) return false
    this.#noted = seen
    const kept = this.#work.then(() => this.#keep())
    this.#work = kept.catch(() => {
      // Taken away in the middle, as by a deployment that is still under way: looks again next time.
      this.#noted = ''
    })
    await kept
    return true
  }

  /** Keeps beside the release that is served what was compressed of it since, so that the next start of the service finds nothing to copy. */
  async keepCompressed(): Promise<void> {
    const kept = this.#work.then(() => this.#keep())
    // Taken away in the middle: the release that comes is kept when it is noted.
    this.#work = kept.catch(() => undefined)
    await kept
  }

  /** The kept release, the newest first, that has this file; `undefined` when none has. */
  async holderOf(file: string): Promise<string | undefined> {
    const holder = (await this.#kept()).toReversed().find((name) => existsSync(join(this.#folder, name, file)))
    return holder === undefined ? undefined : join(this.#folder, holder)
  }

  async #keep(): Promise<void> {
    const page = await readFile(join(this.#dist, 'index.html'))
    const hash = createHash('sha256').update(page).digest('hex').slice(0, 16)
    await this.#clearHalves()
    const kept = await this.#kept()
    const place = String(Number(kept.at(-1)?.split('-')[0] ?? 0) + 1).padStart(6, '0')
    const target = join(this.#folder, `${place}-${hash}`)
    const same = kept.find((name) => name.endsWith(hash))
    if (same !== undefined && same === kept.at(-1)) return this.#complete(same)
    await this.#copy(`${target}.half`)
    if (same !== undefined) await rm(join(this.#folder, same), { recursive: true, force: true })
    await rename(`${target}.half`, target)
    for (const old of (await this.#kept()).slice(0, -RELEASES_KEPT)) await rm(join(this.#folder, old), { recursive: true, force: true })
  }

  /** What a copy left behind whose process was ended. */
  async #clearHalves(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) if (name.endsWith('.half')) await rm(join(this.#folder, name), { recursive: true, force: true })
  }

  /**
   * Copies into a kept release what is deployed and not in it. As with each start of the service that brings nothing new: names say what is in files, and it has
   * better things to do than to copy them once more.
   */
  async #complete(kept: string): Promise<void> {
    const target = join(this.#folder, kept)
    const [deployed, known] = await Promise.all([this.#dist, target].map((folder) => hashedFilesIn(folder)))
    for (const name of [...(deployed ?? [])].filter((file) => known?.has(file) !== true)) {
      const halfWritten = join(target, `${name}.tmp`)
      await mkdir(dirname(halfWritten), { recursive: true })
      await copyFile(join(this.#dist, name), halfWritten)
      await rename(halfWritten, join(target, name))
    }
  }

  /** A release that is taken away in the middle leaves nothing, and takes no other's place. */
  async #copy(target: string): Promise<void> {
    try {
      await mkdir(target, { recursive: true })
      for (const folder of FOLDERS) {
        const from = join(this.#dist, folder)
        if (existsSync(from)) await cp(from, join(target, folder), { recursive: true, filter: isKept })
      }
    } catch (fault) {
      await rm(target, { recursive: true, force: true })
      throw fault
    }
  }

  /** Names of the kept releases, the oldest first. */
  async #kept(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names.filter((name) => /^\d{6}-[\da-f]{16}$/.test(name)).toSorted()
  }
}

async function hashedFilesIn(release: string): Promise<Set<string>> {
  const read = (folder: string) => readdir(join(release, folder), { recursive: true }).catch(() => [])
  const lists = await Promise.all(FOLDERS.map(async (folder) => (await read(folder)).map((name) => join(folder, name))))
  return new Set(lists.flat().filter((name) => isKept(name)))
}

function isKept(path: string): boolean {
  return !path.endsWith('.tmp')
}
