import { createHash } from 'node:crypto'

const CODE_SIGNATURE = 0x1d
const CODE_DIRECTORY = 0xfade0c02
const SHA256 = 2

interface Checked {
  identifier: string
  /** How many pages the signature vouches for, and which of them are not what was signed. */
  pages: number
  wrong: number[]
  /** Whether the file ends with its signature, as macOS wants it. */
  isLast: boolean
}

/** Holds a program for macOS against the code directory in its signature. Throws when there is none with SHA-256. */
export function checkMachO(program: Buffer): Checked {
  const [dataAt, dataBytes] = signatureOf(program)
  const signature = program.subarray(dataAt, dataAt + dataBytes)
  const directory = codeDirectoryOf(signature)
  const [hashesAt, identAt, , pages, codeEnd] = [16, 20, 24, 28, 32].map((at) => directory.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const pageBytes = 2 ** directory.readUInt8(39)
  const wrong: number[] = []
  for (let page = 0; page < pages; page++) {
    const signed = directory.subarray(hashesAt + page * 32, hashesAt + (page + 1) * 32)
    const code = program.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, codeEnd))
    if (!createHash('sha256').update(code).digest().equals(signed)) wrong.push(page)
  }
  const identifier = directory.toString('latin1', identAt, directory.indexOf(0, identAt))
  return { identifier, pages, wrong, isLast: codeEnd === dataAt && dataAt + dataBytes === program.length }
}

function signatureOf(program: Buffer): [at: number, bytes: number] {
  let at = 32
  for (let left = program.readUInt32LE(16); left > 0; left--) {
    if (program.readUInt32LE(at) === CODE_SIGNATURE) return [program.readUInt32LE(at + 8), program.readUInt32LE(at + 12)]
    at += program.readUInt32LE(at + 4)
  }
  throw new Error('It is not signed.')
}

/** Of all in the signature, the code directory with hashes of this kind. */
function codeDirectoryOf(signature: Buffer): Buffer {
  for (let index = 0; index < signature.readUInt32BE(8); index++) {
    const at = signature.readUInt32BE(16 + index * 8)
    if (signature.readUInt32BE(at) === CODE_DIRECTORY && signature.readUInt8(at + 37) === SHA256) return signature.subarray(at)
  }
  throw new Error('There is no code directory with SHA-256.')
}
