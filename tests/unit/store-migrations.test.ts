import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '#workers/store/migrations.ts'
import { openStore } from '#workers/store/store.ts'
import { freshProfile, person } from '#tests/support/core/test-ports.ts'
import { loadDump, type Dump } from '#tests/support/store/dump.ts'

const folder = new URL('../fixtures/store/', import.meta.url)
const dumps = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Dump)

beforeEach(freshProfile)

it('there is a dump of every version up to this one', () => {
  expect(dumps.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(migrations.map((_, index) => index + 1))
})

describe.each(dumps.map((dump) => ({ version: dump.version, dump })))('a profile of version $version', ({ version, dump }) => {
  it('opens with everything that it held', async () => {
    await loadDump(dump)
    const store = openStore()
    expect(await store.seal.read()).toMatchObject({ token: `token-of-version-${version}`, user: person })
    expect(await store.seal.readActivity()).toBe(1_700_000_000_500)
    expect(await store.answers.get('person u1 /vms/site/list/choose null')).toEqual({ data: { sites: [] }, asOfMs: 1_700_000_000_100 })
    expect(await store.openAnswers.get('anybody /vms/customer-website/get null')).toMatchObject({ data: { productName: 'Harbor' } })
    expect((await store.snapshots.get('SIM000001 0'))?.picture).toEqual(new Uint8Array([255, 216, 255, 217]))
    expect((await store.walls.get('u1'))?.playChlList).toEqual([{ winIndex: 0, sn: 'SIM000001', chlIndex: 0 }])
    if (version >= 2) {
      expect((await store.outbox.list()).map(({ id, state }) => [id, state.kind])).toEqual([['change-1', 'waiting']])
      expect(await store.drafts.get('u1 add-device')).toMatchObject({ values: { sn: 'SIM000009' } })
      expect((await store.recordFiles.list()).map(({ fileName }) => fileName)).toEqual(['gate.avi'])
      expect(await store.pictures.get('/objects/event/1')).toEqual(new Uint8Array([255, 216, 255, 217]))
    }
    if (version >= 3) {
      expect(await store.downloads.get('u1')).toMatchObject({
        tasks: [{ taskId: 'archive-1', progressPercent: 40 }],
        asOfMs: 1_700_000_000_630,
      })
    }
    if (version >= 4) expect(await store.recordPieces.get('1 0')).toMatchObject({ sizes: [4], keys: [true] })
    if (version >= 5) expect(await store.browserDownloads.get('part-1')).toMatchObject({ owner: 'u1', pieces: 2, receivedBytes: 400 })
    if (version >= 6) expect(await store.machine.get('choices')).toEqual({ language: 'zh-CN' })
    await store.check()
    expect(store.faults).toEqual({ corrupt: 0, refused: 0 })
  })

  it('takes everything that this version keeps', async () => {
    await loadDump(dump)
    const store = openStore()
    await store.drafts.put('d', { key: 'd', userId: 'u1', values: { name: 'x' }, atMs: 1 }, 1)
    expect(await openStore().drafts.get('d')).toEqual({ key: 'd', userId: 'u1', values: { name: 'x' }, atMs: 1 })
    expect((await openDB('sightline')).version).toBe(migrations.length)
  })
})

it('what version 1 kept in readable form is sealed at once, and goes where nobody is signed in', async () => {
  const first = dumps.find(({ version }) => version === 1)
  if (first === undefined) throw new Error('There is no dump of version 1.')
  await loadDump(first)
  await openStore().walls.get('u1')
  const database = await openDB('sightline')
  const kept = await Promise.all(['answers', 'snapshots', 'walls'].map((name) => database.getAll(name)))
  expect(kept.flat()).toHaveLength(3)
  for (const { value } of kept.flat()) expect(Object.keys(value)).toEqual(['iv', 'bytes'])
  database.close()

  freshProfile()
  const seal = first.stores['seal']
  if (seal === undefined) throw new Error('The dump has no seal.')
  await loadDump({ ...first, stores: { ...first.stores, seal: { ...seal, records: [] } } })
  await openStore().walls.get('u1')
  const after = await openDB('sightline')
  for (const name of ['answers', 'snapshots', 'walls']) expect(await after.count(name)).toBe(0)
})
