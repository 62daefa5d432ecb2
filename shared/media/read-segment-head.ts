import { boxAt } from './mp4-boxes.ts'
import type { SegmentPictures, SegmentSound } from './segment-head.ts'

interface Part {
  type: string
  start: number
  end: number
}

/** What a segment's head says: its tracks, and its own length. */
export interface ReadHead {
  pictures: SegmentPictures
  sound: SegmentSound | undefined
  bytes: number
}

/** Bytes of an entry of `stsd` in front of what is its coding's own. */
const PICTURES_ENTRY_BYTES = 78
const SOUND_ENTRY_BYTES = 28
/** In an `esds` as we write it: from its beginning to the length of the AudioSpecificConfig. */
const CONFIG_AT = 25

/** Reads what `segmentHead` has written; undefined when the bytes are none of ours, or not all there. */
export function readSegmentHead(bytes: Uint8Array): ReadHead | undefined {
  const ftyp = boxAt(bytes, 0)
  const moov = ftyp && boxAt(bytes, ftyp.end)
  if (ftyp?.type !== 'ftyp' || moov?.type !== 'moov') return undefined
  const entries = [...partsOf(bytes, moov)].filter(({ type }) => type === 'trak').map((trak) => entryOf(bytes, trak))
  const pictures = picturesOf(bytes, entries[0])
  return pictures && { pictures, sound: soundOf(bytes, entries[1]), bytes: moov.end }
}

function* partsOf(bytes: Uint8Array, { start, end }: { start: number; end: number }): Generator<Part> {
  for (let found = boxAt(bytes, start, end); found; found = boxAt(bytes, found.end, end)) yield found
}

function entryOf(bytes: Uint8Array, trak: Part): Part | undefined {
  let place: Part | undefined = trak
  for (const name of ['mdia', 'minf', 'stbl', 'stsd']) {
    place = place && [...partsOf(bytes, place)].find(({ type }) => type === name)
  }
  return place && boxAt(bytes, place.start + 8, place.end)
}

function picturesOf(bytes: Uint8Array, entry: Part | undefined): SegmentPictures | undefined {
  const own = entry && boxAt(bytes, entry.start + PICTURES_ENTRY_BYTES, entry.end)
  if (entry === undefined || own === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const size = { width: view.getUint16(entry.start + 24), height: view.getUint16(entry.start + 26) }
  if (own.type === 'avcC') return { codec: 'h264', ...size, parameterSets: avcSets(view, own) }
  if (own.type === 'hvcC') return { codec: 'h265', ...size, parameterSets: hevcSets(view, own) }
  return undefined
}

function setsFrom(view: DataView, at: number, count: number, end: number): { sets: Uint8Array[]; at: number } {
  const sets: Uint8Array[] = []
  let next = at
  for (let index = 0; index < count && next + 2 <= end; index += 1) {
    const length = view.getUint16(next)
    if (next + 2 + length > end) break
    sets.push(new Uint8Array(view.buffer, view.byteOffset + next + 2, length))
    next += 2 + length
  }
  return { sets, at: next }
}

function avcSets(view: DataView, { start, end }: Part): Uint8Array[] {
  const sequences = setsFrom(view, start + 6, view.getUint8(start + 5) & 0x1f, end)
  const count = sequences.at < end ? view.getUint8(sequences.at) : 0
  return [...sequences.sets, ...setsFrom(view, sequences.at + 1, count, end).sets]
}

function hevcSets(view: DataView, { start, end }: Part): Uint8Array[] {
  const found: Uint8Array[] = []
  let at = start + 23
  for (let arrays = view.getUint8(start + 22); arrays > 0 && at + 3 <= end; arrays -= 1) {
    const { sets, at: next } = setsFrom(view, at + 3, view.getUint16(at + 1), end)
    found.push(...sets)
    at = next
  }
  return found
}

function soundOf(bytes: Uint8Array, entry: Part | undefined): SegmentSound | undefined {
  if (entry === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const shape = { channels: view.getUint16(entry.start + 16), sampleRateHz: view.getUint16(entry.start + 24) }
  if (entry.type !== 'mp4a') return { codec: entry.type === 'ulaw' ? 'pcmu' : 'pcma', ...shape }
  const esds = boxAt(bytes, entry.start + SOUND_ENTRY_BYTES, entry.end)
  const lengthAt = (esds?.start ?? entry.end) + CONFIG_AT
  return { codec: 'aac', ...shape, config: bytes.slice(lengthAt + 1, lengthAt + 1 + (bytes[lengthAt] ?? 0)) }
}
