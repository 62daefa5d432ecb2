import { randomFillSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { Box, SEAL_BLOCK_BYTES, sealBytes, sealedSizeOf } from '#workers/store/box.ts'

function box(): Box {
  const keys = new Map<string, CryptoKey>()
  const ring = {
    get: async (name: string) => keys.get(name),
    putIfAbsent: async (name: string, key: CryptoKey) => {
      keys.set(name, keys.get(name) ?? key)
      return keys.get(name) ?? key
    },
    delete: async (name: string) => void keys.delete(name),
  }
  return new Box(ring, 'files')
}

async function sealed(sealing: Box): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of sealBytes(bytes, { key: await sealing.key(0), is: 'task 0' })) parts.push(part)
  return parts
}

const fileOf = (parts: readonly Uint8Array<ArrayBuffer>[]) => new Blob([...parts]).arrayBuffer()
const BYTES = 2 * SEAL_BLOCK_BYTES + 1_000
const bytes = new Uint8Array(BYTES)
randomFillSync(bytes, 0, 65_536)

it('opens what was sealed block by block, as what it is alone', async () => {
  const sealing = box()
  const file = await fileOf(await sealed(sealing))
  expect(file.byteLength).toBe(sealedSizeOf(BYTES))
  expect(Buffer.compare((await sealing.openBytes(file, 'task 0')) ?? new Uint8Array(), bytes)).toBe(0)
  expect(await sealing.openBytes(file, 'task 1')).toBeUndefined()
  expect(await box().openBytes(file, 'task 0')).toBeUndefined()
  await sealing.forgetKey()
  expect(await sealing.openBytes(file, 'task 0')).toBeUndefined()
})

it('opens nothing of which a block is missing, changed, or in the place of another', async () => {
  const sealing = box()
  const parts = await sealed(sealing)
  const [iv0, first, iv1, second, iv2, last] = parts as [never, never, never, never, never, Uint8Array<ArrayBuffer>]
  const open = async (some: readonly Uint8Array<ArrayBuffer>[]) => sealing.openBytes(await fileOf(some), 'task 0')
  expect(await open([iv0, first, iv1, second])).toBeUndefined()
  expect(await open([iv1, second, iv0, first, iv2, last])).toBeUndefined()
  expect(await open([iv0, first, iv1, second, iv2, last.subarray(0, 10)])).toBeUndefined()
  expect(await open([])).toBeUndefined()
  last[0] = (last[0] ?? 0) ^ 1
  expect(await open(parts)).toBeUndefined()
})
