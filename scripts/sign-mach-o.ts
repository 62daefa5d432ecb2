import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Numbers of Apple's `mach-o/loader.h` and `kern/cs_blobs.h`. */
const MACH_O_64 = 0xfeedfacf
const SEGMENT_64 = 0x19
const CODE_SIGNATURE = 0x1d
const SUPER_BLOB = 0xfade0cc0
const CODE_DIRECTORY = 0xfade0c02
/** The version of a code directory that tells where the main program lies. */
const DIRECTORY_VERSION = 0x20400
/** Signed by nobody, and by a tool in the way of a linker, which leaves everything but the code directory out. */
const ADHOC_BY_LINKER = 0x20002
const SHA256 = 2
const MAIN_BINARY = 1

const HEADER_BYTES = 32
const COMMAND_BYTES = 16
const SUPER_BLOB_BYTES = 20
const DIRECTORY_BYTES = 88
const HASH_BYTES = 32
const PAGE_BITS = 12
const PAGE_BYTES = 2 ** PAGE_BITS
/** Pages of memory on Apple's processors. */
const MEMORY_PAGE_BYTES = 0x4000

interface Layout {
  commands: number
  commandsEnd: number
  /** Where the segments' own entries stand in the header. */
  text: number
  linkEdit: number
  /** Where the first byte of code or data is. */
  contentStart: number
}

/**
 * Signs a program for macOS in its place, by nobody ("ad hoc"), as Apple's processors want it of whatever runs on them. `identifier` is the name
 * that macOS knows it by. Throws when the file is no program for macOS of one processor, or has a signature.
 */
export function signMachO(file: string, identifier: string): void {
  const unsigned = readFileSync(file)
  const layout = readLayout(unsigned)
  const codeEnd = roundUp(unsigned.length, 16)
  const pages = Math.ceil(codeEnd / PAGE_BYTES)
  const identifierBytes = Buffer.from(`${identifier}\0`)
  const directoryBytes = DIRECTORY_BYTES + identifierBytes.length + pages * HASH_BYTES
  const signatureBytes = SUPER_BLOB_BYTES + directoryBytes

  const code = Buffer.alloc(codeEnd)
  unsigned.copy(code)
  nameSignature(code, layout, codeEnd, signatureBytes)

  const signature = Buffer.alloc(SUPER_BLOB_BYTES + DIRECTORY_BYTES)
  // One blob follows: the code directory, of type 0.
  const directory = writeBig(signature, 0, [SUPER_BLOB, signatureBytes, 1, 0, SUPER_BLOB_BYTES])
  const hashesAt = DIRECTORY_BYTES + identifierBytes.length
  const header = [CODE_DIRECTORY, directoryBytes, DIRECTORY_VERSION, ADHOC_BY_LINKER, hashesAt, DIRECTORY_BYTES, 0, pages, codeEnd]
  const sizes = writeBig(signature, directory, header)
  signature.set([HASH_BYTES, SHA256, 0, PAGE_BITS], sizes)
  // Behind them stand fields that are 0 here, then where the main program lies in the file.
  const textBytes = code.readBigUInt64LE(layout.text + 48)
  signature.writeBigUInt64BE(textBytes, directory + 72)
  signature.writeBigUInt64BE(BigInt(MAIN_BINARY), directory + 80)

  const hashes = Array.from({ length: pages }, (_, page) =>
    createHash('sha256')
      .update(code.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES))
      .digest(),
  )
  writeFileSync(file, Buffer.concat([code, signature, identifierBytes, ...hashes]))
}

function readLayout(program: Buffer): Layout {
  if (program.readUInt32LE(0) !== MACH_O_64) throw new Error('This is no program for macOS of one processor.')
  const commands = program.readUInt32LE(16)
  const layout: Layout = { commands, commandsEnd: HEADER_BYTES + program.readUInt32LE(20), text: 0, linkEdit: 0, contentStart: Infinity }
  let at = HEADER_BYTES
  for (let command = 0; command < commands; command++) {
    const kind = program.readUInt32LE(at)
    if (kind === CODE_SIGNATURE) throw new Error('This program is signed already.')
    if (kind === SEGMENT_64) readSegment(program, at, layout)
    at += program.readUInt32LE(at + 4)
  }
  if (layout.text === 0 || layout.linkEdit === 0) throw new Error('This program lacks the parts that a signature speaks of.')
  if (layout.commandsEnd + COMMAND_BYTES > layout.contentStart) throw new Error('This program has no room to name a signature.')
  return layout
}

function readSegment(program: Buffer, at: number, layout: Layout): void {
  const name = program.toString('latin1', at + 8, at + 24).replaceAll('\0', '')
  if (name === '__LINKEDIT') layout.linkEdit = at
  if (name !== '__TEXT') return
  layout.text = at
  const sections = program.readUInt32LE(at + 64)
  for (let section = 0; section < sections; section++)
    layout.contentStart = Math.min(layout.contentStart, program.readUInt32LE(at + 72 + section * 80 + 48))
}

/** Names the signature in the header, and makes the last segment, which it lies in, as long as that takes. */
function nameSignature(code: Buffer, { commands, commandsEnd, linkEdit }: Layout, codeEnd: number, signatureBytes: number): void {
  code.writeUInt32LE(commands + 1, 16)
  code.writeUInt32LE(commandsEnd - HEADER_BYTES + COMMAND_BYTES, 20)
  for (const [index, value] of [CODE_SIGNATURE, COMMAND_BYTES, codeEnd, signatureBytes].entries())
    code.writeUInt32LE(value, commandsEnd + index * 4)
  const segmentBytes = codeEnd + signatureBytes - Number(code.readBigUInt64LE(linkEdit + 40))
  code.writeBigUInt64LE(BigInt(roundUp(segmentBytes, MEMORY_PAGE_BYTES)), linkEdit + 32)
  code.writeBigUInt64LE(BigInt(segmentBytes), linkEdit + 48)
}

/** Writes numbers of 32 bits one after the other, and answers with where they end. */
function writeBig(buffer: Buffer, at: number, values: number[]): number {
  return values.reduce((end, value) => buffer.writeUInt32BE(value, end), at)
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step
}
