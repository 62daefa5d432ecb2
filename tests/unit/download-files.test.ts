import { afterEach, expect, test, vi } from 'vitest'
import { browserDownloadFiles } from '#workers/store/download-files.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('only what the disk refuses is told as a full disk: a piece that could not be sealed is nothing of the kind', async () => {
  const write = vi.fn(async () => {})
  const file = { createWritable: async () => ({ write, close: async () => {}, abort: async () => {} }) }
  const folder = { getFileHandle: async () => file, getDirectoryHandle: async (): Promise<unknown> => folder }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder } })
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const written = () => browserDownloadFiles.write('task', 0, { bytes: new Uint8Array(1_000), key, is: 'task 0' })
  expect(await written()).toMatchObject({ state: 'kept' })
  write.mockRejectedValueOnce(new DOMException('It is full.', 'QuotaExceededError'))
  expect(await written()).toMatchObject({ state: 'noRoom' })
  vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new DOMException('It failed.', 'OperationError'))
  await expect(written()).rejects.toThrow('It failed.')
})
