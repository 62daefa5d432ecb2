/** What is wrong with a zip file that claims to be a workbook. */
export type ZipFault = 'damaged' | 'overlapping' | 'too-large'

/** A file within the zip: its packed bytes, and how many it unpacks to as its directory says. */
export interface ZipPart {
  name: string
  isPacked: boolean
  bytes: Uint8Array
  size: number
}

/** What all parts together may unpack to: a list of 20,000 rows has a third of it. */
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024
const MOST_PARTS = 500

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MOST_COMMENT_BYTES = 0xffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

/**
 * Reads the directory of a zip file and believes nothing of it: parts that lie over each other or over the directory, that stand there twice, are
 * encrypted or packed in another way, or that would unpack into more than there is room for are refused before anything is unpacked. Whether they
 * unpack to what is said of them is for `unpacksAsSaid`.
 */
export function readZip(file: Uint8Array): readonly ZipPart[] | ZipFault {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const end = endOf(view)
  if (end === undefined) return 'damaged'
  const count = view.getUint16(end + 10, true)
  const directory = view.getUint32(end + 16, true)
  const directoryBytes = view.getUint32(end + 12, true)
  // The larger form of zip has these full of ones: no list of ours needs it.
  if (count === 0 || count > MOST_PARTS || directory + directoryBytes > end) return 'damaged'
  const parts: (ZipPart & { from: number; to: number })[] = []
  let at = directory
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY) return 'damaged'
    const part = readPart(file, view, at, directory)
    if (part === undefined) return 'damaged'
    parts.push(part)
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (new Set(parts.map(({ name }) => name.toLowerCase())).size < parts.length) return 'overlapping'
  const inOrder = parts.toSorted((one, other) => one.from - other.from)
  if (inOrder.some((part, place) => part.from < (inOrder[place - 1]?.to ?? 0))) return 'overlapping'
  if (parts.reduce((sum, { size }) => sum + size, 0) > MOST_UNPACKED_BYTES) return 'too-large'
  return parts.map(({ name, isPacked, bytes, size }) => ({ name, isPacked, bytes, size }))
}

/** Where the end of the directory stands: behind it there is nothing but a comment. */
function endOf(view: DataView): number | undefined {
  for (let at = view.byteLength - END_BYTES; at >= Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return at
  }
  return undefined
}

/** The part that an entry of the directory tells of, as it stands in the file too. `undefined` when the two do not agree. */
function readPart(file: Uint8Array, view: DataView, at: number, directory: number): (ZipPart & { from: number; to: number }) | undefined {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
  const nameBytes = view.getUint16(at + 28, true)
  const from = view.getUint32(at + 42, true)
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) return undefined
  if (method === STORED && packed !== size) return undefined
  if (from + LOCAL_BYTES > directory || view.getUint32(from, true) !== LOCAL) return undefined
  const name = latin(file.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes))
  const localName = latin(file.subarray(from + LOCAL_BYTES, from + LOCAL_BYTES + view.getUint16(from + 26, true)))
  if (localName !== name || view.getUint16(from + 8, true) !== method) return undefined
  // Where a writer did not know them yet they are none here, and stand behind the part.
  const [localPacked, localSize] = [view.getUint32(from + 18, true), view.getUint32(from + 22, true)]
  if ((localPacked !== packed && localPacked !== 0) || (localSize !== size && localSize !== 0)) return undefined
  const begin = from + LOCAL_BYTES + view.getUint16(from + 26, true) + view.getUint16(from + 28, true)
  const to = begin + packed
  if (to > directory) return undefined
  return { name, isPacked: method === DEFLATED, bytes: file.subarray(begin, to), size, from, to }
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

/**
 * Whether every packed part unpacks to exactly what the directory says. `unpackedBytes` counts what a part unpacks to without keeping it, and
 * gives up beyond `most`; it throws where nothing can be unpacked.
 */
export async function unpacksAsSaid(
  parts: readonly ZipPart[],
  unpackedBytes: (packed: Uint8Array, most: number) => Promise<number> | number,
): Promise<boolean> {
  try {
    for (const { isPacked, bytes, size } of parts) if (isPacked && (await unpackedBytes(bytes, size)) !== size) return false
    return true
  } catch {
    return false
  }
}
