import { ascii } from '../media/ascii.ts'
import { aviHeaders, littleU32 } from './avi-headers.ts'
import { aviRate } from './avi-rate.ts'
import type { Film, FilmPiece } from './film.ts'

const KEY_FRAME = 0x10
const START_CODE = Uint8Array.of(0, 0, 0, 1)
const HEAD_BYTES = 8
/** A compressed picture of the first stream, and sound of the second. */
const names = { picture: ascii('00dc'), sound: ascii('01wb') }

/** One part of the film: a picture, an empty place, or a frame of sound. */
interface Part {
  kind: keyof typeof names
  size: number
  isKey: boolean
}

const padded = (bytes: number) => bytes + (bytes & 1)

/** What stands before and behind the film of an AVI file, and the part of the film that a piece is, each NAL unit behind a start code. */
interface AviFile {
  head: Uint8Array<ArrayBuffer>
  /** `number`: of the piece in the recording. */
  pieceOf(piece: FilmPiece, number: number): Uint8Array<ArrayBuffer>
  foot: Uint8Array<ArrayBuffer>
}

/**
 * A recording as AVI: `[head, …each piece, foot]` is the file. AVI knows one rate for all pictures: the usual one, with empty places where the
 * camera was away. A recording ends before 2 GB, which all readers of the first AVI take.
 */
export function aviFile(samples: Film): AviFile {
  const rate = aviRate(samples)
  const { frameUs, places } = rate
  const pieces = partsOf(samples, rate)
  const parts = pieces.flat()
  const filmBytes = parts.reduce((sum, { size }) => sum + HEAD_BYTES + padded(size), 4)
  const foot = indexOf(parts)
  const frames = places.reduce((sum, count) => sum + count, 0)
  const headers = aviHeaders(samples, { frames, frameUs })
  const riffBytes = 4 + headers.length + HEAD_BYTES + filmBytes + foot.byteLength
  const riff = [...ascii('RIFF'), ...littleU32(riffBytes), ...ascii('AVI ')]
  const head = new Uint8Array([...riff, ...headers, ...ascii('LIST'), ...littleU32(filmBytes), ...ascii('movi')])
  return { head, foot, pieceOf: (piece, number) => write(piece, pieces[number] ?? []) }
}

/** Of each piece what it is made of, in order: each picture with its empty places, and behind each of these the sound that begins meanwhile. */
function partsOf({ pieces, sizes, keys, sound }: Film, { frameUs, places }: ReturnType<typeof aviRate>): Part[][] {
  let picture = 0
  let placed = 0
  let frame = 0
  let soundUs = 0
  /** The frames that begin before this time, up to this one. */
  const soundBefore = (untilUs: number, endFrame: number): Part[] => {
    const parts: Part[] = []
    for (; frame < endFrame && soundUs < untilUs; frame += 1) {
      soundUs += ((sound?.samples[frame] ?? 0) * 1_000_000) / (sound?.written.rateHz ?? 1)
      parts.push({ kind: 'sound', size: sound?.sizes[frame] ?? 0, isKey: true })
    }
    return parts
  }
  return pieces.map(({ count, soundCount }) => {
    const parts: Part[] = []
    const endFrame = frame + soundCount
    for (let index = 0; index < count; index += 1, picture += 1) {
      for (let place = 0; place < (places[picture] ?? 1); place += 1) {
        const isFirst = place === 0
        parts.push({ kind: 'picture', size: isFirst ? (sizes[picture] ?? 0) : 0, isKey: isFirst && keys[picture] === true })
        placed += 1
        parts.push(...soundBefore(placed * frameUs, endFrame))
      }
    }
    return [...parts, ...soundBefore(Number.POSITIVE_INFINITY, endFrame)]
  })
}

/** Of each part its name, flags, address behind `LIST` and its length, and bytes. */
function indexOf(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_BYTES + parts.length * 16)
  const view = new DataView(bytes.buffer)
  bytes.set([...ascii('idx1'), ...littleU32(parts.length * 16)])
  let filmAt = 4
  parts.forEach(({ kind, size, isKey }, index) => {
    const at = HEAD_BYTES + index * 16
    bytes.set(names[kind], at)
    view.setUint32(at + 4, isKey ? KEY_FRAME : 0, true)
    view.setUint32(at + 8, filmAt, true)
    view.setUint32(at + 12, size, true)
    filmAt += HEAD_BYTES + padded(size)
  })
  return bytes
}

function write({ pictures, frames }: FilmPiece, parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { size }) => sum + HEAD_BYTES + padded(size), 0))
  let at = 0
  let from = 0
  let frame = 0
  for (const { kind, size } of parts) {
    bytes.set([...names[kind], ...littleU32(size)], at)
    const content = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + size)
    at += HEAD_BYTES + padded(size)
    if (kind === 'sound') content.set(frames[frame++] ?? [])
    else {
      content.set(pictures.subarray(from, from + size))
      toStartCodes(content)
      from += size
    }
  }
  return bytes
}

/** A length in front of a NAL unit has as many bytes as a start code. */
function toStartCodes(picture: Uint8Array): void {
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength)
  for (let at = 0; at + 4 <= picture.byteLength; ) {
    const length = view.getUint32(at)
    picture.set(START_CODE, at)
    at += 4 + length
  }
}
