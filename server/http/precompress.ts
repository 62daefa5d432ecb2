import type { Stats } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isGone } from './is-gone.ts'

const compressible: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.map'])
/** Smaller ones fit one packet anyway. */
const LEAST_BYTES = 1_024
const BROTLI_QUALITY = 9

const encodings = {
  '.br': (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/**
 * Puts a brotli and a gzip copy beside each file that has none, or that of another time. Half-written copies never show. A deployment may
 * replace the folder meanwhile: files that are gone are passed over, and no copy of an old file comes to lie beside a new one. Ends early
 * when the signal aborts.
 */
export async function precompress(folder: string, signal: AbortSignal): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (signal.aborted) return
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue
    try {
      await compressFile(join(entry.parentPath, entry.name))
    } catch (fault) {
      if (!isGone(fault)) throw fault
    }
  }
}

async function compressFile(file: string): Promise<void> {
  const original = await stat(file)
  if (original.size < LEAST_BYTES) return
  let bytes: Buffer | undefined
  for (const [ending, compress] of Object.entries(encodings)) {
    const copy = await stat(file + ending).catch(() => undefined)
    if (copy !== undefined && isOfSameTime(copy, original)) continue
    bytes ??= await readFile(file)
    const halfWritten = `${file}${ending}.${process.pid}.tmp`
    await writeFile(halfWritten, await compress(bytes))
    await utimes(halfWritten, original.mtime, original.mtime)
    // Another release may have brought a file of this name, as it always does with the page.
    if (isOfSameTime(await stat(file), original)) await rename(halfWritten, file + ending)
    else await rm(halfWritten)
  }
}

/** A copy carries the time of its original. */
function isOfSameTime(one: Stats, other: Stats): boolean {
  return one.mtime.getTime() === other.mtime.getTime()
}
