import { crc32, deflateRawSync } from 'node:zlib'

/** A file within a zip file. `isStored`: as it is, for what is compressed already. */
export interface ZipEntry {
  path: string
  bytes: Uint8Array
  isStored?: boolean
}

const VERSION = 20
const UTF_8 = 0x0800
const DEFLATED = 8
/** 1 January 1980, which is no date. */
const NO_DATE = 0x21

/** Writes files as one zip file, in their order. All of it, and each of them, has less than 4 GiB. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const { path, bytes, isStored = false } of entries) {
    const name = Buffer.from(path)
    const content = isStored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF_8, 2)
    common.writeUInt16LE(isStored ? 0 : DEFLATED, 4)
    common.writeUInt32LE(NO_DATE << 16, 6)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(content.byteLength, 14)
    common.writeUInt32LE(bytes.byteLength, 18)
    common.writeUInt16LE(name.byteLength, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    files.push(signed('PK\x03\x04', common), name, content)
    directory.push(signed('PK\x01\x02', Buffer.from([VERSION, 0])), common, place, name)
    at += 30 + name.byteLength + content.byteLength
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(sizeOf(directory), 8)
  end.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...files, ...directory, signed('PK\x05\x06', end)]))
}

function signed(signature: string, rest: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(signature, 'latin1'), rest])
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
