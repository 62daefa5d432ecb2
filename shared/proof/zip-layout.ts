import { TextEncoder } from './platform.ts'

/** A file that lies in a zip file as it is. */
export interface StoredFile {
  path: string
  sizeBytes: number
  crc32: number
}

const VERSION = 20
const UTF_8 = 0x0800
/** 1 January 1980, which is no date. */
const NO_DATE = 0x21
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
export const LOCAL_HEADER_BYTES = 30

/**
 * What stands in a zip file around files that are stored as they are. Of given files there is only one such writing, so that whoever knows the files knows
 * every byte. All of it has less than 4 GiB.
 */
export function localHeader(file: StoredFile): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(file.path)
  return joined(numbers([LOCAL, 4]), common(file, name), name)
}

/** What follows behind the last file. */
export function zipTail(files: readonly StoredFile[]): Uint8Array<ArrayBuffer> {
  let at = 0
  const entries = files.map((file) => {
    const name = new TextEncoder().encode(file.path)
    const entry = joined(numbers([CENTRAL, 4], [VERSION, 2]), common(file, name), numbers([0, 10], [at, 4]), name)
    at += localHeader(file).byteLength + file.sizeBytes
    return entry
  })
  const directory = joined(...entries)
  const count = files.length
  return joined(directory, numbers([END, 4], [0, 4], [count, 2], [count, 2], [directory.byteLength, 4], [at, 4], [0, 2]))
}

/** Bytes of the whole zip file. */
export function zipSize(files: readonly StoredFile[]): number {
  const content = files.reduce((sum, file) => sum + localHeader(file).byteLength + file.sizeBytes, 0)
  return content + zipTail(files).byteLength
}

function common({ sizeBytes, crc32 }: StoredFile, name: Uint8Array): Uint8Array {
  return numbers(
    [VERSION, 2],
    [UTF_8, 2],
    [0, 2],
    [0, 2],
    [NO_DATE, 2],
    [crc32, 4],
    [sizeBytes, 4],
    [sizeBytes, 4],
    [name.byteLength, 2],
    [0, 2],
  )
}

/** Numbers with how many bytes each takes, the lowest byte first. */
function numbers(...all: (readonly [value: number, bytes: number])[]): Uint8Array {
  return Uint8Array.from(
    all.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) & 255)),
  )
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
