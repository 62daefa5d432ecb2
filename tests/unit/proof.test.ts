import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  BUNDLE_FORMAT,
  checkBundle,
  manifestBytes,
  otherFile,
  VERIFIER_PATH,
  MANIFEST_PATH,
  type CheckedBundle,
} from '#shared/proof/bundle.ts'
import { canonical } from '#shared/proof/canonical.ts'
import { checkFile } from '#shared/proof/check-file.ts'
import { CLIP_FORMAT, openChain, type ClipStatement, type Segment, type Signed } from '#shared/proof/statements.ts'
import { localHeader, zipTail } from '#shared/proof/zip-layout.ts'
import { deep } from '#tests/support/depth.ts'

/** The verifier's own code, on bundles that are made here with Node's cryptography: what is signed elsewhere is believed, what was changed is found. */
const SEGMENT = 1_000
const CLIP_BYTES = 20_500
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const key = { keyId: sha256(raw).slice(0, 16), publicKey: raw.toString('hex') }
const signed = (content: object): Signed => {
  const text = canonical(content)
  return { text, signature: sign(null, Buffer.from(text), privateKey).toString('hex'), keyId: key.keyId }
}
const random = (index: number, seed: number) => createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE(0)
const clip = Uint8Array.from({ length: CLIP_BYTES }, (_, index) => random(index, 1) & 255)
const segments = Array.from({ length: Math.ceil(CLIP_BYTES / SEGMENT) }, (_, index): Segment => {
  const bytes = clip.subarray(index * SEGMENT, (index + 1) * SEGMENT)
  return { sizeBytes: bytes.byteLength, sha256: sha256(bytes), fromMs: index * 100, toMs: index * 100 + 99 }
})
const made: ClipStatement = {
  format: CLIP_FORMAT,
  fileId: 'file',
  archiveId: 'file',
  number: 1,
  previous: null,
  original: null,
  change: 'made',
  by: 'Marit',
  atMs: 1,
  signedAtMs: 2,
  organization: 'Harbor',
  title: 'Träck “one”',
  device: { sn: 'GATE000001', channel: 0, camera: 'Gate', site: 'Harbor' },
  range: { fromMs: 0, toMs: 2_100 },
  file: { sizeBytes: CLIP_BYTES, sha256: sha256(clip), segments },
}
const first = signed(made)
const second = signed({
  ...made,
  number: 2,
  previous: sha256(first.text),
  title: 'Two',
  change: 'described',
  file: { ...made.file, segments: [] },
})

let bundle: Uint8Array<ArrayBuffer>
let clipAt: number
beforeAll(async () => {
  const page = new TextEncoder().encode('<!doctype html>'.repeat(40))
  const file = { path: 'Truck – 卡车.mp4', sizeBytes: CLIP_BYTES, crc32: crc32(clip) }
  const others = [await otherFile(VERIFIER_PATH, page)]
  const list = signed({ format: BUNDLE_FORMAT, proof: sha256(second.text), clip: file, others })
  const manifest = manifestBytes({ keys: [key], statements: [first, second], bundle: list })
  const all = [await otherFile(MANIFEST_PATH, manifest), file, ...others]
  const parts = [manifest, clip, page].flatMap((content, index) => [localHeader(all[index] ?? file), content])
  bundle = new Uint8Array(Buffer.concat([...parts, zipTail(all)]))
  clipAt = Buffer.from(bundle).indexOf(clip.subarray(0, 64))
})

const check = (bytes: Uint8Array<ArrayBuffer>): Promise<CheckedBundle> =>
  checkBundle(async (from, to) => bytes.slice(from, to), bytes.byteLength)
const isIntact = ({ trouble, parts }: CheckedBundle) => trouble === undefined && parts.every(({ changed }) => changed.length === 0)

describe('a bundle', () => {
  test('is intact as it was made, and says who made it of what', async () => {
    const checked = await check(bundle)
    expect(isIntact(checked)).toBe(true)
    expect(checked.parts.map(({ path }) => path)).toEqual([MANIFEST_PATH, 'Truck – 卡车.mp4', VERIFIER_PATH])
    expect(checked.manifest?.chain.statements.map(({ title }) => title)).toEqual(['Träck “one”', 'Two'])
  })

  test('does not hide one flipped bit, at random places and at every byte that stands around its files', async () => {
    const places = Array.from({ length: deep(200, 40) }, (_, index) => random(index, 2) % bundle.byteLength)
    const around = Array.from({ length: bundle.byteLength }, (_, at) => at).filter((at) => at < 60 || at > bundle.byteLength - 260)
    const unseen: number[] = []
    for (const [index, at] of [...places, ...around].entries()) {
      const bent = bundle.slice()
      bent[at] = (bent[at] ?? 0) ^ (1 << (random(index, 3) % 8))
      const checked = await check(bent)
      if (isIntact(checked)) unseen.push(at)
      if (at >= clipAt && at < clipAt + CLIP_BYTES) {
        const inClip = at - clipAt
        const from = Math.floor(inClip / SEGMENT) * SEGMENT
        expect(checked.parts[1]?.changed).toEqual([
          { fromByte: from, toByte: Math.min(from + SEGMENT, CLIP_BYTES), fromMs: from / 10, toMs: from / 10 + 99 },
        ])
      }
    }
    expect(unseen).toEqual([])
  })

  test('does not hide that something was cut off, put behind, or put in', async () => {
    const longer = (at: number) => new Uint8Array(Buffer.concat([bundle.subarray(0, at), Buffer.from([7]), bundle.subarray(at)]))
    for (const bent of [bundle.slice(0, -1), bundle.slice(0, clipAt + 5_000), longer(bundle.byteLength), longer(clipAt + 3_333), longer(0)])
      expect(isIntact(await check(bent))).toBe(false)
  })

  test('of which somebody else signed the manifest is not believed', async () => {
    const other = generateKeyPairSync('ed25519')
    const forged = { ...first, signature: sign(null, Buffer.from(first.text), other.privateKey).toString('hex') }
    await expect(openChain([forged], [key])).rejects.toMatchObject({ trouble: 'bad-signature' })
    await expect(openChain([first], [])).rejects.toMatchObject({ trouble: 'unknown-key' })
    await expect(openChain([second], [key])).rejects.toMatchObject({ trouble: 'broken-chain' })
    await expect(openChain([first, first], [key])).rejects.toMatchObject({ trouble: 'broken-chain' })
  })
})

test('a file is checked alike however it is cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: CLIP_BYTES }), { maxLength: 8 }),
      fc.integer({ min: 0, max: CLIP_BYTES - 1 }),
      async (cuts, at) => {
        const bent = clip.slice()
        bent[at] = (bent[at] ?? 0) ^ 1
        const edges = [0, ...cuts.toSorted((one, other) => one - other), CLIP_BYTES]
        async function* chunks() {
          for (const [index, edge] of edges.slice(1).entries()) yield bent.subarray(edges[index], edge)
        }
        const [changed, ...others] = await checkFile(chunks(), segments)
        expect(others).toEqual([])
        expect(changed?.fromByte).toBe(Math.floor(at / SEGMENT) * SEGMENT)
      },
    ),
  )
})

test('a canonical text does not depend on the order in which its fields were written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (fields) => {
      const turned = Object.fromEntries(Object.entries(fields).toReversed())
      expect(canonical(turned)).toBe(canonical(fields))
      expect(JSON.parse(canonical(fields))).toEqual(fields)
    }),
  )
  expect(() => canonical({ a: 0.5 })).toThrow(TypeError)
})
