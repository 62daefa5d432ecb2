import { describe, expect } from 'vitest'
import type { CoreApi, CoreEvent } from '#contract/core-api.ts'
import { mediaFileKey } from '#contract/media-file.ts'
import { it } from '#tests/support/core/signed-in-core.ts'

const fileOf = (index: number) => ({
  fileName: `Gate ${index}.jpg`,
  createTimeMs: index,
  filePath: `Gate ${index}.jpg`,
  errorCode: 0,
  cameraName: 'Gate',
  picture: new Uint8Array([index]),
})
const kept = async (api: CoreApi, kind: 'snap' | 'record') => (await api.mediaFiles(kind)).map(({ createTimeMs }) => createTimeMs)

describe.each(['snap', 'record'] as const)('what a person took as %s', (kind) => {
  it('is there with its picture, the last five, the newest first', async ({ api }) => {
    for (const index of [3, 1, 2, 7, 5, 6, 4]) await api.putMediaFile(kind, fileOf(index))
    expect(await kept(api, kind)).toEqual([7, 6, 5, 4, 3])
    expect((await api.mediaFiles(kind))[0]).toEqual(fileOf(7))
    expect(await kept(api, kind === 'snap' ? 'record' : 'snap')).toEqual([])
  })

  it('is out of the list when it is deleted, and can be had back until it is gone for good', async ({ api, profile }) => {
    for (const index of [1, 2]) await api.putMediaFile(kind, fileOf(index))
    await api.deleteMediaFile(kind, mediaFileKey(fileOf(1)))
    expect(await kept(api, kind)).toEqual([2])
    await api.restoreMediaFile(kind, mediaFileKey(fileOf(1)))
    expect(await kept(api, kind)).toEqual([2, 1])
    await api.deleteMediaFile(kind, mediaFileKey(fileOf(1)))
    profile.clock.advance(10_000)
    await api.restoreMediaFile(kind, mediaFileKey(fileOf(1)))
    expect(await kept(api, kind)).toEqual([2])
  })
})

it('a deleted file takes no place of the five that are kept', async ({ api }) => {
  for (const index of [1, 2, 3, 4, 5]) await api.putMediaFile('snap', fileOf(index))
  await api.deleteMediaFile('snap', mediaFileKey(fileOf(5)))
  await api.putMediaFile('snap', fileOf(6))
  expect(await kept(api, 'snap')).toEqual([6, 4, 3, 2, 1])
})

it('every tab hears that the list is another', async ({ api, ports }) => {
  const heard: CoreEvent['kind'][] = []
  void ports.locks.request('other', () => new Promise(() => {}))
  await api.attach({ tabId: 'other', lockName: 'other' }, ({ kind }) => void heard.push(kind))
  await api.putMediaFile('snap', fileOf(1))
  expect(heard).toContain('media-files')
})

it('nothing is told without a session', async ({ api }) => {
  await api.putMediaFile('snap', fileOf(1))
  await api.signOut()
  expect(await api.mediaFiles('snap')).toEqual([])
})

describe('a recording', () => {
  const key = mediaFileKey(fileOf(1))
  const track = { codec: 'avc1.4d4016', width: 640, height: 360, fps: 10, parameterSets: [new Uint8Array([1])] }
  const pieceOf = (second: number) => ({ track, sizes: [3], timesUs: [second * 1e6], keys: [true], data: new Uint8Array([1, 2, second]) })
  const use = async (api: CoreApi) => (await api.storageUses()).find(({ kind }) => kind === 'recordings')

  it('is kept piece by piece, and is there after its tab has gone down in the middle of it', async ({ api, ports }) => {
    const tab = Promise.withResolvers<void>()
    void ports.locks.request('tab', () => tab.promise)
    await api.attach({ tabId: 'tab', lockName: 'tab' }, () => undefined)
    await api.putMediaFile('record', { ...fileOf(1), recordingTabId: 'tab' })
    for (const second of [0, 1]) expect(await api.putRecordPiece(key, second, pieceOf(second))).toBe('kept')
    expect(await api.putRecordPiece(key, 1, pieceOf(1))).toBe('kept')
    const recorded = { durationMs: 1_100, bytes: 6, pieces: 2 }
    expect(await api.mediaFiles('record')).toEqual([{ ...fileOf(1), recorded, recordingTabId: 'tab' }])
    tab.resolve()
    await expect.poll(() => api.mediaFiles('record')).toEqual([{ ...fileOf(1), recorded }])
    expect(await api.recordPiece(key, 1)).toEqual(pieceOf(1))
  })

  it('that runs is not pushed out by newer ones, and goes with all its pieces when it is', async ({ api, ports }) => {
    void ports.locks.request('tab', () => new Promise(() => {}))
    await api.attach({ tabId: 'tab', lockName: 'tab' }, () => undefined)
    await api.putMediaFile('record', { ...fileOf(1), recordingTabId: 'tab' })
    await api.putRecordPiece(key, 0, pieceOf(0))
    for (const index of [2, 3, 4, 5, 6]) await api.putMediaFile('record', fileOf(index))
    expect(await kept(api, 'record')).toEqual([6, 5, 4, 3, 1])
    await api.endRecording(key, 0)
    await api.putMediaFile('record', fileOf(7))
    expect(await kept(api, 'record')).toEqual([7, 6, 5, 4, 3])
    expect(await api.recordPiece(key, 0)).toBeUndefined()
    expect(await api.putRecordPiece(key, 1, pieceOf(1))).toBe('gone')
  })

  it('counts with its pieces in what this browser keeps, and is cleared with them', async ({ api }) => {
    await api.putMediaFile('record', fileOf(1))
    const before = (await use(api))?.bytes ?? 0
    await api.putRecordPiece(key, 0, { ...pieceOf(0), data: new Uint8Array(10_000) })
    expect((await use(api))?.bytes).toBeGreaterThanOrEqual(before + 10_000)
    await api.clearStorage('recordings')
    expect(await use(api)).toMatchObject({ count: 0, bytes: 0 })
    expect(await api.recordPiece(key, 0)).toBeUndefined()
  })

  it('of which nothing was kept is in the list no more', async ({ api }) => {
    await api.putMediaFile('record', fileOf(1))
    await api.endRecording(key, 501)
    expect(await kept(api, 'record')).toEqual([])
  })
})
