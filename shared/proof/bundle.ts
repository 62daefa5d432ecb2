import { canonical } from './canonical.ts'
import { checkFile, type ChangedBytes } from './check-file.ts'
import { sha256Of, textBytes } from './hex.ts'
import {
  openChain,
  openSigned,
  ProofFault,
  type Chain,
  type ProofTrouble,
  type PublicKey,
  type Segment,
  type Signed,
} from './statements.ts'
import { TextDecoder } from './platform.ts'
import { LOCAL_HEADER_BYTES, localHeader, zipTail, type StoredFile } from './zip-layout.ts'

export const MANIFEST_PATH = 'manifest.json'
export const VERIFIER_PATH = 'verify.html'
export const BUNDLE_FORMAT = 'sightline-bundle/1'

/** Of which files a bundle consists, beside its manifest, in their order; `proof`: SHA-256 of the newest statement about its clip. Signed as well. */
export interface BundleStatement {
  format: typeof BUNDLE_FORMAT
  proof: string
  clip: StoredFile
  others: (StoredFile & { sha256: string })[]
}

/** The first file of a bundle, in canonical JSON. */
export interface BundleManifest {
  format: typeof BUNDLE_FORMAT
  keys: PublicKey[]
  statements: Signed[]
  bundle: Signed
}
export interface OpenManifest {
  chain: Chain
  bundle: BundleStatement
}

/** Bytes `fromByte` up to `toByte` of what is looked at; rejects when it cannot be read. */
export type ReadBytes = (fromByte: number, toByte: number) => Promise<Uint8Array<ArrayBuffer>>

/** What was found of one part: a file of the bundle (`changed` counts from the file's beginning), or what stands between files (from the bundle's). */
export interface CheckedPart {
  path: string | null
  changed: ChangedBytes[]
}
/** `manifest` is undefined when the manifest itself is not believed: nothing can be said of the other files then. */
export interface CheckedBundle {
  manifest: OpenManifest | undefined
  trouble: ProofTrouble | undefined
  parts: CheckedPart[]
}

/** Believes a manifest that is signed throughout. Throws `ProofFault`. */
export async function openManifest(bytes: Uint8Array): Promise<OpenManifest> {
  const { keys, statements, bundle } = read(bytes)
  const chain = await openChain(statements, keys)
  const opened = (await openSigned(bundle, keys)) as BundleStatement
  if (opened.format !== BUNDLE_FORMAT) throw new ProofFault('malformed')
  if (opened.proof !== chain.newestSha256) throw new ProofFault('broken-chain')
  return { chain, bundle: opened }
}

/** Throws `ProofFault` when it is not the one writing of a manifest. */
function read(bytes: Uint8Array): BundleManifest {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const { format, keys, statements, bundle, ...others } = JSON.parse(text) as BundleManifest
    const pick = ({ text, signature, keyId }: Signed) => ({ text, signature, keyId })
    const known = {
      format,
      keys: keys.map(({ keyId, publicKey }) => ({ keyId, publicKey })),
      statements: statements.map(pick),
      bundle: pick(bundle),
    }
    if (format === BUNDLE_FORMAT && Object.keys(others).length === 0 && canonical(known) === text) return known
  } catch {
    // Nothing that could be read is a manifest either.
  }
  throw new ProofFault('malformed')
}

/** Looks at every byte of a bundle: of its files, and of what stands between them. Nothing that was changed in it goes unnamed. */
export async function checkBundle(readBytes: ReadBytes, sizeBytes: number, onRead?: (bytes: number) => void): Promise<CheckedBundle> {
  const head = localHeader({ path: MANIFEST_PATH, sizeBytes: 0, crc32: 0 })
  const start = head.byteLength
  const found = await findManifest(readBytes, sizeBytes, start)
  if ('trouble' in found) {
    const changed = [{ fromByte: 0, toByte: found.endByte, fromMs: null, toMs: null }]
    return { manifest: undefined, trouble: found.trouble, parts: [{ path: MANIFEST_PATH, changed }] }
  }
  const { manifest, bytes } = found
  const { chain, bundle } = manifest
  const first = { path: MANIFEST_PATH, sizeBytes: bytes.byteLength, crc32: crc32Of(bytes) }
  const files = [first, bundle.clip, ...bundle.others]
  const parts: CheckedPart[] = []
  const frame: ChangedBytes[] = []
  let at = 0
  const compare = async (expected: Uint8Array) => {
    const given = await readBytes(at, Math.min(at + expected.byteLength, sizeBytes))
    frame.push(...differences(given, expected, at))
    at += expected.byteLength
  }
  for (const file of files) {
    await compare(localHeader(file))
    const segments = file === bundle.clip ? chain.segments : wholeOf(bundle, file)
    const from = at
    if (segments !== undefined)
      parts.push({
        path: file.path,
        changed: await checkFile(inPieces(readBytes, from, Math.min(from + file.sizeBytes, sizeBytes)), segments, onRead),
      })
    else parts.push({ path: file.path, changed: [] })
    at += file.sizeBytes
  }
  await compare(zipTail(files))
  if (sizeBytes > at) frame.push({ fromByte: at, toByte: sizeBytes, fromMs: null, toMs: null })
  if (frame.length > 0) parts.push({ path: null, changed: frame })
  return { manifest, trouble: undefined, parts }
}

function wholeOf({ others }: BundleStatement, { path, sizeBytes }: StoredFile): Segment[] | undefined {
  const own = others.find((one) => one.path === path)
  return own && [{ sizeBytes, sha256: own.sha256, fromMs: null, toMs: null }]
}

/** Its length stands twice in a bundle: where one was changed, the other leads to it. */
async function findManifest(
  readBytes: ReadBytes,
  sizeBytes: number,
  start: number,
): Promise<{ manifest: OpenManifest; bytes: Uint8Array } | { trouble: ProofTrouble; endByte: number }> {
  const sizes = [await sizeAt(readBytes, sizeBytes, 22), await sizeInTail(readBytes, sizeBytes, start)]
  let trouble: ProofTrouble = 'malformed'
  for (const size of sizes) {
    if (size === undefined || start + size > sizeBytes) continue
    const bytes = await readBytes(start, start + size)
    try {
      return { manifest: await openManifest(bytes), bytes }
    } catch (fault) {
      if (!(fault instanceof ProofFault)) throw fault
      if (trouble === 'malformed') trouble = fault.trouble
    }
  }
  const [size] = sizes.filter((one) => one !== undefined && start + one <= sizeBytes)
  return { trouble, endByte: Math.min(sizeBytes, start + (size ?? 0)) }
}

async function sizeAt(readBytes: ReadBytes, sizeBytes: number, at: number): Promise<number | undefined> {
  if (at < 0 || at + 4 > sizeBytes) return undefined
  return new DataView((await readBytes(at, at + 4)).buffer).getUint32(0, true)
}

/** By the last record of the zip file, which says where its directory begins; the manifest is the first in it. */
async function sizeInTail(readBytes: ReadBytes, sizeBytes: number, start: number): Promise<number | undefined> {
  const directory = await sizeAt(readBytes, sizeBytes, sizeBytes - 6)
  if (directory === undefined || directory < start) return undefined
  return sizeAt(readBytes, sizeBytes, directory + LOCAL_HEADER_BYTES - 6)
}

const PIECE_BYTES = 1024 * 1024
async function* inPieces(readBytes: ReadBytes, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PIECE_BYTES) yield readBytes(at, Math.min(at + PIECE_BYTES, to))
}

/** Runs of bytes that are others than these, or not there. */
function differences(given: Uint8Array, expected: Uint8Array, at: number): ChangedBytes[] {
  const runs: ChangedBytes[] = []
  for (const [index, byte] of expected.entries()) {
    if (given[index] === byte) continue
    const last = runs.at(-1)
    if (last?.toByte === at + index) last.toByte += 1
    else runs.push({ fromByte: at + index, toByte: at + index + 1, fromMs: null, toMs: null })
  }
  return runs
}

/** The check of zip files (ISO 3309). */
function crc32Of(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

/** The manifest of a bundle as its bytes, with the bundle's files as the signed statement lists them. */
export function manifestBytes(manifest: Omit<BundleManifest, 'format'>): Uint8Array<ArrayBuffer> {
  return textBytes(canonical({ format: BUNDLE_FORMAT, ...manifest }))
}

/** Of a small file that comes with the clip. */
export async function otherFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile & { sha256: string }> {
  return { path, sizeBytes: bytes.byteLength, crc32: crc32Of(bytes), sha256: await sha256Of(bytes) }
}
