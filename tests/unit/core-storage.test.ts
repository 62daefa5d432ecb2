import { expect } from 'vitest'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { storageKinds, type CoreApi } from '#contract/core-api.ts'
import { it } from '#tests/support/core/signed-in-core.ts'

const counts = async (api: CoreApi) =>
  Object.fromEntries((await api.storageUses()).flatMap(({ kind, count }) => (count > 0 ? [[kind, count]] : [])))
const bytesOf = async (api: CoreApi, kind: string) => (await api.storageUses()).find((use) => use.kind === kind)?.bytes

it('tells of every kind how much is kept, in bytes that grow with it, and clears that kind alone', async ({ api }) => {
  const picture = (size: number) => ({ sn: 'SN00001', takenAtMs: 1, picture: new Uint8Array(size) })
  await api.putSnapshot({ ...picture(1_000), chlIndex: 0 })
  const before = (await bytesOf(api, 'cameraPictures')) ?? 0
  expect(before).toBeGreaterThanOrEqual(1_000)
  await api.putSnapshot({ ...picture(5_000), chlIndex: 1 })
  expect((await bytesOf(api, 'cameraPictures')) ?? 0).toBeGreaterThanOrEqual(before + 5_000)
  await api.putDraft('form', { name: 'half' })
  await api.putMediaFile('snap', { fileName: 'a.jpg', createTimeMs: 1, filePath: '/a.jpg', errorCode: 0 })
  expect(await counts(api)).toMatchObject({ cameraPictures: 2, drafts: 1, snapshots: 1 })
  await api.clearStorage('cameraPictures')
  expect(await counts(api)).toMatchObject({ drafts: 1, snapshots: 1 })
  expect((await counts(api))['cameraPictures']).toBeUndefined()
  for (const kind of storageKinds) await api.clearStorage(kind)
  expect(await counts(api)).toEqual({})
  expect(await api.getDraft('form')).toBeUndefined()
})

it('clears changes that were not sent only when told to clear those', async ({ api, profile }) => {
  profile.otherEnd.isReachable = false
  const changed = api.change(profileUpdate.path, { alias: 'Late' }, 'one')
  await expect.poll(() => counts(api)).toMatchObject({ unsent: 1 })
  profile.clock.advance(60_000)
  expect(await changed).toEqual({ kind: 'queued' })
  for (const kind of storageKinds) if (kind !== 'unsent') await api.clearStorage(kind)
  expect(await api.outbox()).toHaveLength(1)
  await api.clearStorage('unsent')
  expect(await api.outbox()).toEqual([])
})

it('neither counts nor clears what another person left here unsent', async ({ api, ports }) => {
  await ports.store.drafts.put('u2 form', { key: 'u2 form', userId: 'u2', values: { a: 'b' }, atMs: 1 }, 1)
  await ports.store.outbox.put(
    'two',
    { id: 'two', userId: 'u2', path: profileUpdate.path, input: {}, madeAtMs: 1, object: 'profile', state: { kind: 'waiting' } },
    1,
  )
  expect(await counts(api)).not.toHaveProperty('drafts')
  expect(await counts(api)).not.toHaveProperty('unsent')
  await api.clearStorage('drafts')
  await api.clearStorage('unsent')
  expect(await ports.store.drafts.list()).toHaveLength(1)
  expect(await ports.store.outbox.list()).toHaveLength(1)
})

it('tells and clears nothing without a session', async ({ api }) => {
  await api.putDraft('form', { name: 'half' })
  await api.signOut()
  expect(await api.storageUses()).toEqual([])
})
