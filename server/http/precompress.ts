import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.map'])
/** Smaller ones fit one packet anyway. */
const LEAST_BYTES = 1_024
const BROTLI_QUALITY = 9

const encodings = {
  '.br': (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** Puts a brotli and a gzip copy beside each file that has none, or an older one. Half-written copies never show. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    // A deployment may take files away meanwhile.
    const bytes = await readFile(file).catch(() => undefined)
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? {}
    if (bytes === undefined || mtimeMs === undefined || bytes.byteLength < LEAST_BYTES) continue
    for (const [ending, compress] of Object.entries(encodings)) {
      const copy = await stat(file + ending).catch(() => undefined)
      if (copy !== undefined && copy.mtimeMs >= mtimeMs) continue
      const halfWritten = `${file}${ending}.${process.pid}.tmp`
      await writeFile(halfWritten, await compress(bytes))
      await rename(halfWritten, file + ending)
    }
  }
}
