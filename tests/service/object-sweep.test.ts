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

async function keysIn(...folders: string[]): Promise<string[]> {
  const keys: string[] = []
  for (const folder of folders) for await (const page of store.list(folder)) keys.push(...page.map(({ key }) => key))
  return keys.toSorted()
}

/** Of the folders of this test, and what else its bucket holds. */
const keysLeft = () => keysIn('archives', 'avatars', 'backups', 'recordings', 'snapshots', 'stations')

/** The marks of the databases that keep objects in the store. */
const marks = () => keysIn('owners')

/** As if it had been put a day and some minutes ago, and `afterMs`. */
async function age(key: string, afterMs = 0): Promise<void> {
  const at = new Date(Date.now() - DAY_MS - 5 * MINUTE_MS + afterMs)
  await utimes(s3?.fileOf(key) ?? join(stand.service.folder, 'objects', key), at, at)
}

/** Puts what no row names, as if that had been a day ago, and `afterMs`. */
async function putNameless(key: string, afterMs = 0): Promise<void> {
  await store.put(key, Buffer.from('nameless'))
  await age(key, afterMs)
}

/** The store is looked through then. */
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
    for (const key of named) await age(key)
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
  await expect.poll(marks).toHaveLength(1)
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

test('a database that was brought back from a backup deletes nothing that came after it', async () => {
  await begin('folder')
  const row = () => stand.service.edit((db) => db.selectFrom('store_sweep').selectAll().executeTakeFirstOrThrow())
  const isMarked = async (id: string) => (await store.sizeOf(`owners/${id}.txt`)) !== undefined
  const marked = async () => {
    const { owner_id: id, next_owner_id: next } = await row()
    return next === null && (await isMarked(id)) ? id : undefined
  }
  await expect.poll(marked).toBeTruthy()
  const { owner_id: before } = await row()
  await nextDay()
  await expect.poll(() => isMarked(before)).toBe(false)
  await expect.poll(marked).not.toBe(before)
  await stand.service.edit((db) => db.updateTable('store_sweep').set({ owner_id: before }).execute())
  const late = 'avatars/of-who-came-after-the-backup.png'
  await putNameless(late)
  await nextDay()
  await expect.poll(async () => (await row()).due_at_ms > stand.service.now).toBe(true)
  // What is under way is over then.
  await stand.service.restart()
  expect(await store.sizeOf(late)).toBe(8)
})

test('the first time nothing is deleted: whoever else keeps objects there has a day to say so', async () => {
  await begin('folder')
  const nameless = 'avatars/of-nobody-here.png'
  await expect.poll(marks).toHaveLength(1)
  await putNameless(nameless)
  await store.delete(await marks())
  await nextDay()
  await expect.poll(marks).toHaveLength(1)
  // What is under way is over then.
  await stand.service.restart()
  expect(await store.sizeOf(nameless)).toBe(8)
  await nextDay()
  await expect.poll(() => store.sizeOf(nameless)).toBeUndefined()
})

test('every column that names an object is asked before one is deleted', async () => {
  await begin('folder')
  const tables = await stand.service.edit((db) => db.introspection.getTables())
  const columns = tables.flatMap(({ name: table, columns }) => columns.map(({ name }) => `${table}.${name}`))
  const naming = columns.filter((name) => /(object|snapshot|picture|avatar|logo|background|favicon|image|file|clip)_key$/.test(name))
  // Whoever adds one has it asked in `server/objects/sweep-objects.ts`, and written here.
  expect(naming.toSorted()).toEqual([
    'alarm.snapshot_key',
    'archive.object_key',
    'archive_redaction.object_key',
    'cloud_recording.object_key',
    'event.snapshot_key',
    'organization.background_key',
    'organization.favicon_key',
    'organization.logo_key',
    'site_plan.picture_key',
    'station_output.picture_key',
    'stored_object.object_key',
    'user.avatar_key',
  ])
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
