import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { preset, ptzLimits, type Preset } from '#contract/ptz.ts'

const entry = z.object({ index: preset.shape.index, name: z.optional(preset.shape.name) })
const book = z.object({ presets: z.record(z.string(), entry) })

/** A preset as the camera tells it. */
export interface CameraPreset {
  token: string
  name: string
}

/**
 * The numbers of a camera's presets. ONVIF knows them by names of the camera's choice (tokens), the app by numbers from 1 on, which
 * have to stay the same while presets come and go. Names that were given in the app are kept here, too: a camera that renames
 * a preset moves it to where it looks at the moment.
 */
export class PresetBook {
  readonly #file: string
  #entries: Map<string, z.output<typeof entry>>

  constructor(file: string) {
    this.#file = file
    this.#entries = readBook(file)
  }

  /** The presets by number; those that the camera has no more lose theirs. */
  read(presets: readonly CameraPreset[]): Preset[] {
    const tokens = new Set(presets.map(({ token }) => token))
    const gone = [...this.#entries.keys()].filter((token) => !tokens.has(token))
    const fresh = presets.filter(({ token }) => !this.#entries.has(token))
    for (const token of gone) this.#entries.delete(token)
    for (const { token } of fresh) {
      const index = this.#freeIndex(token)
      if (index !== undefined) this.#entries.set(token, { index })
    }
    if (gone.length + fresh.length > 0) this.#write()
    return presets
      .flatMap(({ token, name }) => {
        const known = this.#entries.get(token)
        return known === undefined ? [] : [{ index: known.index, name: known.name ?? shownName(name, known.index) }]
      })
      .toSorted((one, other) => one.index - other.index)
  }

  /** The camera's own name for a preset. */
  tokenOf(index: number): string | undefined {
    for (const [token, known] of this.#entries) if (known.index === index) return token
    return undefined
  }

  /** Enters a preset under a number of the app's choice, or another name. */
  enter(token: string, known: { index: number | undefined; name: string }): void {
    const index = known.index ?? this.#entries.get(token)?.index ?? this.#freeIndex(token)
    if (index === undefined) return
    this.#entries.set(token, { index, name: known.name })
    this.#write()
  }

  /** Many cameras number their presets; those keep their numbers. */
  #freeIndex(token: string): number | undefined {
    const taken = new Set([...this.#entries.values()].map(({ index }) => index))
    const own = /^\d{1,3}$/.test(token) ? Number(token) : 0
    if (own >= 1 && own <= ptzLimits.presets && !taken.has(own)) return own
    for (let index = 1; index <= ptzLimits.presets; index += 1) if (!taken.has(index)) return index
    return undefined
  }

  #write(): void {
    const fresh = `${this.#file}.new`
    writeFileSync(fresh, JSON.stringify({ presets: Object.fromEntries(this.#entries) }), { mode: 0o600 })
    renameSync(fresh, this.#file)
  }
}

function readBook(file: string): Map<string, z.output<typeof entry>> {
  try {
    return new Map(Object.entries(book.parse(JSON.parse(readFileSync(file, 'utf8'))).presets))
  } catch {
    // None yet, or of no use: the numbers begin anew.
    return new Map()
  }
}

/** A name that screens can show: of the camera's as much as the rules of names allow. */
function shownName(name: string, index: number): string {
  const plain = name
    .replace(/[<>&,'"/\\%:#\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, ptzLimits.nameLength)
  const parsed = preset.shape.name.safeParse(plain)
  return parsed.success ? parsed.data : `Preset ${index}`
}
