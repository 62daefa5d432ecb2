import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { FileWriter } from './file-writer.ts'

const VERSION = 20
const UTF_8 = 0x0800
const DEFLATED = 8
/** 1 January 1980, which is no date. */
const NO_DATE = 0x21
/** Packed at a time. */
const CHUNK_BYTES = 256 * 1024

interface Sizes {
  crc: number
  sizeBytes: number
  packedBytes: number
}

/** Writes a zip file to the disk, one file of it after the other. All of it, and each of them, has less than 4 GiB, and there are less than 65,536. */
export class ZipFile {
  readonly #file: FileWriter
  /** What stands of each file at the end: a hundred bytes. */
  readonly #directory: Buffer[] = []

  private constructor(file: FileWriter) {
    this.#file = file
  }

  static async create(path: string): Promise<ZipFile> {
    return new ZipFile(await FileWriter.create(path))
  }

  /** `isStored`: as it is, for what is compressed already. */
  async add(path: string, bytes: Uint8Array, isStored = false): Promise<void> {
    const packed = isStored ? bytes : deflateRawSync(bytes)
    await this.#begin(path, { crc: crc32(bytes), sizeBytes: bytes.byteLength, packedBytes: packed.byteLength }, isStored)
    await this.#file.write(packed)
  }

  /** Takes over a text that was packed meanwhile, and its file away. */
  async addPacked(path: string, text: PackedText): Promise<void> {
    await this.#begin(path, await text.end(), false)
    for await (const chunk of createReadStream(text.path) as AsyncIterable<Uint8Array>) await this.#file.write(chunk)
    await rm(text.path)
  }

  async end(): Promise<void> {
    const at = this.#file.sizeBytes
    const directory = Buffer.concat(this.#directory)
    const end = Buffer.alloc(18)
    end.writeUInt16LE(this.#directory.length, 4)
    end.writeUInt16LE(this.#directory.length, 6)
    end.writeUInt32LE(directory.byteLength, 8)
    end.writeUInt32LE(at, 12)
    await this.#file.write(Buffer.concat([directory, signed('PK\x05\x06', end)]))
    await this.#file.close()
  }

  async #begin(path: string, { crc, sizeBytes, packedBytes }: Sizes, isStored: boolean): Promise<void> {
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF_8, 2)
    common.writeUInt16LE(isStored ? 0 : DEFLATED, 4)
    common.writeUInt32LE(NO_DATE << 16, 6)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(packedBytes, 14)
    common.writeUInt32LE(sizeBytes, 18)
    common.writeUInt16LE(name.byteLength, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(this.#file.sizeBytes, 10)
    this.#directory.push(signed('PK\x01\x02', Buffer.concat([Buffer.from([VERSION, 0]), common, place, name])))
    await this.#file.write(Buffer.concat([signed('PK\x03\x04', common), name]))
  }
}

/** A long text on its way into a zip file, packed into a file of its own while it is written. */
export class PackedText {
  readonly path: string
  readonly #file: FileWriter
  readonly #deflate = createDeflateRaw()
  readonly #packing: Promise<void>
  #text = ''
  #crc = 0
  #sizeBytes = 0

  private constructor(path: string, file: FileWriter) {
    this.path = path
    this.#file = file
    this.#packing = this.#pack()
    // It is told to who ends the text.
    this.#packing.catch(() => {})
  }

  static async create(path: string): Promise<PackedText> {
    return new PackedText(path, await FileWriter.create(path))
  }

  async write(text: string): Promise<void> {
    this.#text += text
    if (this.#text.length >= CHUNK_BYTES) await this.#flush()
  }

  async end(): Promise<Sizes> {
    await this.#flush()
    this.#deflate.end()
    await this.#packing
    return { crc: this.#crc, sizeBytes: this.#sizeBytes, packedBytes: this.#file.sizeBytes }
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    this.#crc = crc32(bytes, this.#crc)
    this.#sizeBytes += bytes.byteLength
    // Goes on when this is packed; when the file could not be written, the packing rejects.
    await Promise.race([new Promise<void>((resolve) => this.#deflate.write(bytes, () => resolve())), this.#packing])
  }

  async #pack(): Promise<void> {
    for await (const chunk of this.#deflate as AsyncIterable<Uint8Array>) await this.#file.write(chunk)
    await this.#file.close()
  }
}

function signed(signature: string, rest: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(signature, 'latin1'), rest])
}
