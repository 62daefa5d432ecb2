import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { quotaList } from '#contract/calls/health/quota-list.ts'
import { FolderStore } from '#server/objects/folder-store.ts'
import { KeptObjects } from '#server/objects/kept-objects.ts'
import { S3Store } from '#server/objects/s3-store.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { S3Server } from '#tests/support/s3-server.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { upload } from '#tests/support/upload.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HARBOR = 'harbor-logistics'

let s3: S3Server | undefined
let stand: ArchiveStand
let store: FolderStore | S3Store

async function begin(where: 'folder' | 'bucket'): Promise<void> {
  s3 = where === 'bucket' ? await S3Server.start() : undefined
  stand = await ArchiveStand.start({ objectsUrl: s3?.url() ?? '' })
  store = s3 === undefined ? stand.service.objects : new S3Store(s3.url())
}
afterEach(async () => {
  await stand.close()
  await s3?.close()
})

/** Of the folders of this test, and what else its bucket holds. */
async function keysLeft(): Promise<string[]> {
  const keys: string[] = []
  for (const folder of ['archives', 'avatars', 'backups', 'recordings', 'snapshots', 'stations'])
    for await (const page of store.list(folder)) keys.push(...page.map(({ key }) => key))
  return keys.toSorted()
}

/** Puts what no row names, as if that had been `afterMs` from now. */
async function putNameless(key: string, afterMs = 0): Promise<void> {
  await store.put(key, Buffer.from('nameless'))
  const at = new Date(stand.service.now + afterMs)
  await utimes(s3?.fileOf(key) ?? join(stand.service.folder, 'objects', key), at, at)
}

/** Whatever was put before is older than a day then, and the store is looked through. */
async function nextDay(): Promise<void> {
  stand.service.advance(DAY_MS + 2 * MINUTE_MS)
  stand.admin = await stand.service.signIn('admin')
}

/** What is kept of the organization, as it is told. */
async function stored() {
  const { quotas } = await stand.admin.call(quotaList, null)
  return ['stored-bytes', 'stored-objects'].map((kind) => quotas.find((one) => one.kind === kind)?.used)
}

/** An archive, the picture of a person, that of an event, and a recording that is paid for by itself. */
async function keepSome(): Promise<void> {
  const { service, admin, agent } = stand
  await stand.make()
  const picture = new Uint8Array(createCanvas(32, 32).toBuffer('image/png'))
  expect(await upload(admin, avatarUpdate, {}, new File([picture], 'me.png', { type: 'image/png' }))).toMatchObject({ ok: true })
  report(agent, { event: 'face', snapshot: jpegOf('blue').toString('base64') }, service.now)
  await waitForEvents(admin, 1, service.now)
  const object_key = 'recordings/gate000001/1.mp4'
  await store.put(object_key, Buffer.from('recording'))
  const camera = { organization_id: HARBOR, sn: 'GATE000001', chl_index: 0, order_id: 'order', trigger: 'face', state: 'stored' } as const
  const times = { start_at_ms: service.now, end_at_ms: service.now + 1, expires_at_ms: service.now + 30 * DAY_MS }
  await service.edit((db) =>
    db
      .insertInto('cloud_recording')
      .values({ event_id: 1, ...camera, ...times, size_bytes: 9, object_key })
      .execute(),
  )
}

describe.each(['folder', 'bucket'] as const)('once a day, in a %s,', (where) => {
  beforeEach(() => begin(where))

  test('what nothing has named for a day is deleted and charged to nobody; what is named, younger, or not of the service stays', async () => {
    await keepSome()
    const [named, charged] = [await keysLeft(), await stored()]
    expect(named).toHaveLength(4)
    const nameless = ['recordings/gate000001/2.mp4', 'snapshots/aa/of-no-event.jpg', 'stations/of-no-screen.jpg']
    for (const key of nameless) await putNameless(key)
    // It was kept, and then its event could not be.
    const row = { object_key: 'snapshots/aa/of-no-event.jpg', organization_id: HARBOR, bytes: 8 }
    await stand.service.edit((db) => db.insertInto('stored_object').values(row).execute())
    expect(await stored()).not.toEqual(charged)
    await putNameless('snapshots/aa/on-its-way.jpg', 10 * MINUTE_MS)
    await putNameless('backups/monday.tar')
    await nextDay()
    await expect.poll(keysLeft).toEqual([...named, 'backups/monday.tar', 'snapshots/aa/on-its-way.jpg'].toSorted())
    expect(await stored()).toEqual(charged)
  })

  test('what was kept before anything was counted is counted, but for what is paid for by itself', async () => {
    await keepSome()
    const charged = await stored()
    await stand.service.edit((db) => db.deleteFrom('stored_object').execute())
    expect(await stored()).toEqual([0, 0])
    await nextDay()
    await expect.poll(stored).toEqual(charged)
  })
})

test('nothing is deleted from a store in which another database has objects too, until that one is given up', async () => {
  await begin('folder')
  const [other, nameless] = ['owners/another.txt', 'avatars/of-nobody-here.png']
  await putNameless(other)
  await putNameless(nameless)
  const dueMs = async () =>
    (await stand.service.edit((db) => db.selectFrom('store_sweep').select('due_at_ms').executeTakeFirstOrThrow())).due_at_ms
  await nextDay()
  await expect.poll(async () => (await dueMs()) > stand.service.now).toBe(true)
  // What is under way is over then.
  await stand.service.restart()
  expect(await store.sizeOf(nameless)).toBe(8)
  await store.delete([other])
  await nextDay()
  await expect.poll(() => store.sizeOf(nameless)).toBeUndefined()
})

test('what is counted while it is being deleted is charged to nobody afterwards', async () => {
  await begin('folder')
  await stand.service.edit(async (db) => {
    class MetMeanwhile extends FolderStore {
      override async delete(keys: readonly string[]): Promise<void> {
        const met = keys.map((object_key) => ({ object_key, organization_id: HARBOR, bytes: 8 }))
        await db.insertInto('stored_object').values(met).execute()
        await super.delete(keys)
      }
    }
    const objects = new KeptObjects({ db, objects: new MetMeanwhile(join(stand.service.folder, 'objects')) })
    await objects.put('avatars/mine.png', Buffer.from('nameless'), HARBOR)
    await objects.delete(['avatars/mine.png'])
    const counted = db.selectFrom('stored_object').where('object_key', '=', 'avatars/mine.png')
    expect(await counted.select('bytes').execute()).toEqual([])
  })
})
