import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { blocksOfTable, contentOfLog } from './leveldb.ts'
import { unsnappy } from './snappy.ts'

/** How the browser begins a value of IndexedDB that it has compressed. */
const COMPRESSED_VALUE = Buffer.from('ff1102', 'hex')
/** How the files of its caches begin, and what stands between an answer and its headers. */
const CACHE_HEAD = Buffer.from('305c72a71b6dfbfc', 'hex')
const CACHE_HEAD_BYTES = 24
const CACHE_END = Buffer.from('d8410d97456ffaf4', 'hex')
const decoders = [brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync]

/**
 * Which files of a browser's profile hold which of these texts, in UTF-8 or UTF-16 of either order: in the clear, in the blocks and logs of LevelDB, in
 * compressed values of IndexedDB, and in cached answers as a server compressed them. What the browser itself encrypts stays unread.
 */
export function findInProfile(folder: string, texts: readonly string[]): string[] {
  const needles = texts.map((text) => ({
    text,
    written: [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()],
  }))
  return filesOf(folder).flatMap((file) => {
    const pieces = readable(file, readFileSync(file))
    const found = needles.filter(({ written }) => written.some((bytes) => pieces.some((piece) => piece.includes(bytes))))
    return found.map(({ text }) => `${text} in ${file.slice(folder.length)}`)
  })
}

/** Files of a folder, all the way down. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A file as it is, and everything that can be unpacked from it. */
function readable(name: string, file: Buffer): Buffer[] {
  const unpacked = name.endsWith('.log') ? [contentOfLog(file)] : [...blocksOfTable(file), ...cachedAnswer(file)]
  const pieces = [file, ...unpacked]
  return name.includes('IndexedDB') ? pieces.flatMap((piece) => [piece, ...compressedValues(piece)]) : pieces
}

function compressedValues(piece: Buffer): Buffer[] {
  const values: Buffer[] = []
  for (let at = piece.indexOf(COMPRESSED_VALUE); at >= 0; at = piece.indexOf(COMPRESSED_VALUE, at + 1)) {
    const value = attempt(() => unsnappy(piece.subarray(at + COMPRESSED_VALUE.length)))
    if (value !== undefined) values.push(Buffer.from(value))
  }
  return values
}

/** The body of an answer in a cache file, decoded. */
function cachedAnswer(file: Buffer): Buffer[] {
  if (!file.subarray(0, CACHE_HEAD.length).equals(CACHE_HEAD)) return []
  const start = CACHE_HEAD_BYTES + file.readUInt32LE(12)
  const end = file.indexOf(CACHE_END, start)
  const body = file.subarray(start, end < 0 ? file.length : end)
  return decoders.map((decode) => attempt(() => decode(body))).filter((decoded) => decoded !== undefined)
}

/** What comes of it; `undefined` when the bytes are something else. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
