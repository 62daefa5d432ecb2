import { hexOf, isHex, sha256Of, textBytes, bytesOfHex } from './hex.ts'
import { crypto } from './platform.ts'

/** Bytes of a file in a row, by their SHA-256. `fromMs`, `toMs`: the moments of the clip that lie in them; null where there are none. */
export interface Segment {
  sizeBytes: number
  sha256: string
  fromMs: number | null
  toMs: number | null
}

/**
 * What the service states about the file of a clip, and signs. `number` counts the statements about one file from 1, and `previous` is the SHA-256 of the one
 * before; `original` that of the untouched clip's newest statement, if this is a redacted file. Only the first lists the file's segments: the file never
 * changes, what is written about it does. `atMs`: when the change was made; `signedAtMs`: when this was signed.
 */
export interface ClipStatement {
  format: typeof CLIP_FORMAT
  fileId: string
  archiveId: string
  number: number
  previous: string | null
  original: string | null
  /** The untouched file that a redacted one was made from; the oldest statements do not say. */
  originalFile?: { fileId: string; sizeBytes: number; sha256: string }
  change: 'made' | 'redacted' | 'described'
  by: string
  atMs: number
  signedAtMs: number
  organization: string
  title: string
  device: { sn: string; channel: number; camera: string; site: string }
  range: { fromMs: number; toMs: number }
  file: { sizeBytes: number; sha256: string; segments: Segment[] }
}
export const CLIP_FORMAT = 'sightline-clip/1'

/** A signed text: canonical JSON, an Ed25519 signature in hexadecimal digits, and which key made it. */
export interface Signed {
  text: string
  signature: string
  keyId: string
}
/** `publicKey`: 32 bytes in hexadecimal digits. */
export interface PublicKey {
  keyId: string
  publicKey: string
}

/** Why statements are not believed. `unsupported`: this browser knows no Ed25519. */
export type ProofTrouble = 'malformed' | 'unknown-key' | 'bad-signature' | 'broken-chain' | 'unsupported'
export class ProofFault extends Error {
  readonly trouble: ProofTrouble

  constructor(trouble: ProofTrouble) {
    super(`A proof is not believed: ${trouble}`)
    this.trouble = trouble
  }
}

/** What is known of a file once its statements are believed: the newest one, all of them oldest first, and the segments. */
export interface Chain {
  newest: ClipStatement
  statements: ClipStatement[]
  segments: Segment[]
  newestSha256: string
  keys: PublicKey[]
}

/** A key's name: the beginning of the SHA-256 of its public half, which as a whole is its fingerprint. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  return sha256Of(bytesOfHex(publicKey))
}
export const KEY_ID_LENGTH = 16

/** The text of a signed statement, if one of these keys signed it. Throws `ProofFault`. */
export async function openSigned({ text, signature, keyId }: Signed, keys: readonly PublicKey[]): Promise<unknown> {
  const key = keys.find((one) => one.keyId === keyId)
  if (key === undefined) throw new ProofFault('unknown-key')
  if (!isHex(key.publicKey, 32) || !isHex(signature, 64)) throw new ProofFault('malformed')
  if (!(await fingerprintOf(key.publicKey)).startsWith(keyId) || keyId.length !== KEY_ID_LENGTH) throw new ProofFault('unknown-key')
  const { subtle } = crypto
  const known = await subtle.importKey('raw', bytesOfHex(key.publicKey), 'Ed25519', false, ['verify']).catch((fault: unknown) => {
    throw fault instanceof Error && fault.name === 'NotSupportedError' ? new ProofFault('unsupported') : new ProofFault('malformed')
  })
  if (!(await subtle.verify('Ed25519', known, bytesOfHex(signature), textBytes(text)))) throw new ProofFault('bad-signature')
  return JSON.parse(text) as unknown
}

/** Believes the statements about one file, oldest first, if each is signed and names the one before. Throws `ProofFault`. */
export async function openChain(signed: readonly Signed[], keys: readonly PublicKey[]): Promise<Chain> {
  const statements: ClipStatement[] = []
  let previous: string | null = null
  for (const one of signed) {
    // Signed by the service, so that its form is the service's.
    const statement = (await openSigned(one, keys)) as ClipStatement
    if (statement.format !== CLIP_FORMAT) throw new ProofFault('malformed')
    const first = statements[0] ?? statement
    const isNext = statement.number === statements.length + 1 && statement.previous === previous
    const isSameFile = statement.fileId === first.fileId && statement.file.sha256 === first.file.sha256
    if (!isNext || !isSameFile) throw new ProofFault('broken-chain')
    previous = hexOf(await crypto.subtle.digest('SHA-256', textBytes(one.text)))
    statements.push(statement)
  }
  const [first, newest] = [statements[0], statements.at(-1)]
  if (first === undefined || newest === undefined || previous === null) throw new ProofFault('malformed')
  return { newest, statements, segments: first.file.segments, newestSha256: previous, keys: [...keys] }
}
