import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { boxAt } from '#shared/media/mp4-boxes.ts'

const HEAD_BYTES = 16
const MOST_OFFSET = 2 ** 32 - 1
/** Where in an MP4 file's table of contents the places of its samples stand. */
const PATH_TO_PLACES = ['trak', 'mdia', 'minf', 'stbl']

/**
 * The bytes of an MP4 file that ends with its table of contents, with that before its pictures: so it plays while it loads. Only the table is in
 * memory. A file whose table is first already, or that is too large for its places to be moved, comes as it is. Throws when it is no such file.
 */
export async function* tableFirst(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const boxes = await boxesOf(file, size)
    const table = boxes.at(-1)
    const media = boxes.findIndex(({ type }) => type === 'mdat')
    const moved = table?.type === 'moov' && media >= 0 ? await movedTable(file, table) : undefined
    if (moved === undefined) return yield* part(path, 0, size)
    yield* part(path, 0, boxes[media]?.at ?? 0)
    yield moved
    yield* part(path, boxes[media]?.at ?? 0, table?.at ?? size)
  } finally {
    await file.close()
  }
}

interface Placed {
  type: string
  at: number
  size: number
}

async function boxesOf(file: FileHandle, size: number): Promise<Placed[]> {
  const boxes: Placed[] = []
  for (let at = 0; at < size; ) {
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, at)
    const short = bytesRead < 8 ? 0 : head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (length < 8 || at + length > size) throw new Error('This is no whole MP4 file')
    boxes.push({ type: head.toString('latin1', 4, 8), at, size: length })
    at += length
  }
  return boxes
}

/** The table for samples that lie behind it; undefined when they would lie further away than it can say. */
async function movedTable(file: FileHandle, { at, size }: Placed): Promise<Buffer | undefined> {
  const { buffer: moov } = await file.read(Buffer.alloc(size), 0, size, at)
  return movePlaces(moov, { start: 8, end: size }, size) ? moov : undefined
}

function movePlaces(moov: Buffer, within: { start: number; end: number }, byBytes: number): boolean {
  for (let box = boxAt(moov, within.start, within.end); box !== undefined; box = boxAt(moov, box.end, within.end)) {
    if (PATH_TO_PLACES.includes(box.type) && !movePlaces(moov, box, byBytes)) return false
    // Behind version and count.
    const first = box.start + 8
    if (box.type === 'co64')
      for (let place = first; place + 8 <= box.end; place += 8) moov.writeBigUInt64BE(moov.readBigUInt64BE(place) + BigInt(byBytes), place)
    if (box.type !== 'stco') continue
    for (let place = first; place + 4 <= box.end; place += 4) {
      if (moov.readUInt32BE(place) + byBytes > MOST_OFFSET) return false
      moov.writeUInt32BE(moov.readUInt32BE(place) + byBytes, place)
    }
  }
  return true
}

async function* part(path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (to > from) yield* createReadStream(path, { start: from, end: to - 1 }) as AsyncIterable<Uint8Array>
}
