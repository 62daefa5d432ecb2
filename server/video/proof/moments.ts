import { boxAt } from '#shared/media/mp4-boxes.ts'
import type { ObjectStore } from '../../objects/object-store.ts'

/** A picture, or some sound, in a file: its place, and its moment of the clip in ms. */
export interface Sample {
  atByte: number
  sizeBytes: number
  atMs: number
}

/** Tables of contents that are larger say nothing of moments: what is in the file is signed all the same. */
const MOST_BYTES = 64 * 1024 ** 2
const HEAD_BYTES = 16

/** What the table of contents of an MP4 file says of its samples; none where it has no such table. */
export async function samplesOf(objects: ObjectStore, key: string, sizeBytes: number): Promise<Sample[]> {
  for (let at = 0; at + 8 <= sizeBytes; ) {
    const head = await bytesOf(objects, key, at, Math.min(at + HEAD_BYTES, sizeBytes))
    const size = sizeOfBox(head, sizeBytes - at)
    if (size < 8 || size > sizeBytes - at) return []
    if (head.toString('latin1', 4, 8) === 'moov')
      return size > MOST_BYTES ? [] : tracksIn(await bytesOf(objects, key, at, at + size)).flatMap(samplesOfTrack)
    at += size
  }
  return []
}

/** 0: up to the end; 1: the size comes behind the type, in eight bytes. */
function sizeOfBox(head: Buffer, left: number): number {
  const size = head.readUInt32BE(0)
  if (size === 0) return left
  return size === 1 && head.byteLength >= HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : size
}

async function bytesOf(objects: ObjectStore, key: string, from: number, to: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of objects.read(key, { first: from, last: to - 1 }) as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Content = ReadonlyMap<string, Buffer[]>

/** What lies in a box, by type. */
function within(bytes: Buffer): Content {
  const found = new Map<string, Buffer[]>()
  for (let next = boxAt(bytes, 0); next !== undefined; next = boxAt(bytes, next.end)) {
    found.set(next.type, [...(found.get(next.type) ?? []), bytes.subarray(next.start, next.end)])
  }
  return found
}

function inside(bytes: Buffer, ...path: string[]): Buffer | undefined {
  let at: Buffer | undefined = bytes
  for (const type of path) at = at && within(at).get(type)?.[0]
  return at
}

function tracksIn(moov: Buffer): Buffer[] {
  return within(moov.subarray(8)).get('trak') ?? []
}

function samplesOfTrack(trak: Buffer): Sample[] {
  const mdhd = inside(trak, 'mdia', 'mdhd')
  const table = inside(trak, 'mdia', 'minf', 'stbl')
  if (mdhd === undefined || table === undefined) return []
  const perS = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12)
  const boxes = within(table)
  const [stsz, stsc, stts] = [boxes.get('stsz')?.[0], boxes.get('stsc')?.[0], boxes.get('stts')?.[0]]
  const places = placesOfChunks(boxes)
  if (!stsz || !stsc || !stts || perS === 0) return []
  const zero = shownFrom(inside(trak, 'edts', 'elst'))
  const sizeOf = (index: number) => stsz.readUInt32BE(4) || stsz.readUInt32BE(12 + index * 4)
  const times = timesIn(stts)
  const samples: Sample[] = []
  const runs = stsc.readUInt32BE(4)
  for (let run = 0, chunk = 0; run < runs; run += 1) {
    const perChunk = stsc.readUInt32BE(12 + run * 12)
    const until = run + 1 < runs ? stsc.readUInt32BE(8 + (run + 1) * 12) - 1 : places.length
    for (; chunk < until && chunk < places.length; chunk += 1) {
      let atByte = places[chunk] ?? 0
      for (let one = 0; one < perChunk && samples.length < stsz.readUInt32BE(8); one += 1) {
        const sizeBytes = sizeOf(samples.length)
        const time = times.next().value ?? 0
        samples.push({ atByte, sizeBytes, atMs: Math.max(0, Math.round(((time - zero) * 1000) / perS)) })
        atByte += sizeBytes
      }
    }
  }
  return samples
}

function placesOfChunks(boxes: Content): number[] {
  const [small, large] = [boxes.get('stco')?.[0], boxes.get('co64')?.[0]]
  const count = (small ?? large)?.readUInt32BE(4) ?? 0
  return Array.from({ length: count }, (_, index) =>
    small === undefined ? Number(large?.readBigUInt64BE(8 + index * 8) ?? 0n) : small.readUInt32BE(8 + index * 4),
  )
}

function* timesIn(stts: Buffer): Generator<number, undefined> {
  let time = 0
  for (let entry = 0; entry < stts.readUInt32BE(4); entry += 1) {
    const [count, step] = [stts.readUInt32BE(8 + entry * 8), stts.readUInt32BE(12 + entry * 8)]
    for (let one = 0; one < count; one += 1, time += step) yield time
  }
}

/** Where in a track that begins which is shown, in its own units: what is before it is only there to be decoded. */
function shownFrom(elst: Buffer | undefined): number {
  if (elst === undefined) return 0
  const isLong = elst[0] === 1
  for (let entry = 0; entry < elst.readUInt32BE(4); entry += 1) {
    const at = 8 + entry * (isLong ? 20 : 12)
    const media = isLong ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4)
    if (media >= 0) return media
  }
  return 0
}
