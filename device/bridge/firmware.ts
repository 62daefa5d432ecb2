import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { randomBytes } from 'node:crypto'

const FOLDER = 'firmware'
const FILE = 'firmware.json'

/** Firmware that the bridge holds for the cameras of one model: the version that it makes of them, and the name of its file. */
const firmware = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(64)),
  version: z.string().check(z.minLength(1), z.maxLength(32)),
  file: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
})
export interface Firmware {
  model: string
  version: string
  path: string
  sizeBytes: number
}

/** The firmware for cameras of this model; undefined when there is none. */
export function firmwareFor(folder: string, model: string): Firmware | undefined {
  const found = readList(folder).find((one) => one.model === model)
  if (found === undefined) return undefined
  const path = join(folder, FOLDER, found.file)
  return { model, version: found.version, path, sizeBytes: statSync(path).size }
}

/** Takes a copy of the file, in the place of what there was for this model. */
export function keepFirmware(folder: string, { model, version }: Pick<Firmware, 'model' | 'version'>, from: string): void {
  const shelf = join(folder, FOLDER)
  mkdirSync(shelf, { recursive: true, mode: 0o700 })
  const fresh = firmware.parse({ model, version, file: randomBytes(8).toString('hex') })
  copyFileSync(from, join(shelf, fresh.file))
  const before = readList(folder)
  const list = join(shelf, FILE)
  writeFileSync(`${list}.new`, `${JSON.stringify([...before.filter((one) => one.model !== model), fresh], null, 2)}\n`, { flush: true })
  renameSync(`${list}.new`, list)
  for (const { file } of before.filter((one) => one.model === model)) rmSync(join(shelf, file), { force: true })
}

function readList(folder: string): z.output<typeof firmware>[] {
  try {
    return z.array(firmware).parse(JSON.parse(readFileSync(join(folder, FOLDER, FILE), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
