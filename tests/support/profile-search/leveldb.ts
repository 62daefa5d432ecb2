import { readVarint, unsnappy } from './snappy.ts'

const TABLE_MAGIC = Buffer.from('57fb808b247547db', 'hex')
const FOOTER_BYTES = 48
const SNAPPY = 1
const LOG_BLOCK_BYTES = 32 * 1024
const LOG_HEADER_BYTES = 7

/** The keys and values of a table of LevelDB (`.ldb`), a piece for each of its blocks; nothing when it is no such file. */
export function blocksOfTable(file: Buffer): Buffer[] {
  if (file.length < FOOTER_BYTES || !file.subarray(-TABLE_MAGIC.length).equals(TABLE_MAGIC)) return []
  const footer = file.subarray(-FOOTER_BYTES)
  const [, afterOffset] = readVarint(footer, 0)
  const [, afterMeta] = readVarint(footer, afterOffset)
  const index = readBlock(file, footer.subarray(afterMeta))
  return entriesOf(index).map(({ value }) =>
    Buffer.concat(entriesOf(readBlock(file, value)).flatMap(({ key, value: kept }) => [key, kept])),
  )
}

/** `handle`: where the block begins and how long it is, as varints. */
function readBlock(file: Buffer, handle: Uint8Array): Uint8Array {
  const [offset, next] = readVarint(handle, 0)
  const [size] = readVarint(handle, next)
  const block = file.subarray(offset, offset + size)
  return file[offset + size] === SNAPPY ? unsnappy(block) : block
}

/** The entries of a block. A key is written without what it has in common with the one before. */
function entriesOf(block: Uint8Array): { key: Uint8Array; value: Uint8Array }[] {
  const restarts = new DataView(block.buffer, block.byteOffset, block.byteLength).getUint32(block.byteLength - 4, true)
  const end = block.byteLength - 4 * (restarts + 1)
  const entries = []
  let key = Buffer.alloc(0)
  for (let at = 0; at < end; ) {
    const [shared, afterShared] = readVarint(block, at)
    const [own, afterOwn] = readVarint(block, afterShared)
    const [length, start] = readVarint(block, afterOwn)
    key = Buffer.concat([key.subarray(0, shared), block.subarray(start, start + own)])
    entries.push({ key, value: block.subarray(start + own, start + own + length) })
    at = start + own + length
  }
  return entries
}

/** What was written to a log of LevelDB (`.log`), without the headers that split it every 32 KiB. */
export function contentOfLog(file: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at + LOG_HEADER_BYTES <= file.length; ) {
    const left = LOG_BLOCK_BYTES - (at % LOG_BLOCK_BYTES)
    if (left < LOG_HEADER_BYTES) at += left
    else {
      const start = at + LOG_HEADER_BYTES
      const end = start + file.readUInt16LE(at + 4)
      pieces.push(file.subarray(start, end))
      at = end
    }
  }
  return Buffer.concat(pieces)
}
